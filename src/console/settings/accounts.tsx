import { useState } from 'preact/hooks'
import type { AccountEntry, ShownOnce } from '../../contract/console/console-settings.ts'
import { ROLES, type Role } from '../../contract/console/console-words.ts'
import { Dialog, Dot, Failed, Loading } from '../parts.tsx'
import { useAnswer } from '../use-answer.ts'
import { atTime } from '../words.ts'
import { changeAccount, createAccount, readAccounts, readTenants } from './api.ts'
import { ShownOnceDialog } from './shown-once.tsx'
import { TenantsDialog } from './tenants-dialog.tsx'
import { useAct } from './use-act.ts'

/** People who sign in here. */
export function Accounts() {
  const list = useAnswer(readAccounts, [])
  const tenants = useAnswer(readTenants, []).value ?? []
  const { busy, problem, act } = useAct()
  const [made, setMade] = useState<ShownOnce>()
  const [resetting, setResetting] = useState<string>()
  const [binding, setBinding] = useState<AccountEntry>()

  const create = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const data = new FormData(form)
    void act(async () => {
      setMade(
        await createAccount(
          String(data.get('username')),
          data.get('role') as Role,
          data.get('tenants') ? [String(data.get('tenants'))] : 'all',
        ),
      )
      form.reset()
      list.again()
    })
  }
  const change = (username: string, wanted: Parameters<typeof changeAccount>[1]) =>
    act(async () => {
      const { password } = await changeAccount(username, wanted)
      if (password !== undefined) setMade({ username, password })
      list.again()
    })
  return (
    <section class="panel" aria-label="Accounts">
      <form class="choices" onSubmit={create}>
        <label class="narrow">
          Name
          <input
            name="username"
            required
            pattern="[a-z0-9][a-z0-9._\-]{1,63}"
            title="2 to 64 of a–z, 0–9, dot, dash and underscore"
          />
        </label>
        <label class="narrow">
          Role
          <select name="role">
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        {tenants.length > 1 && (
          <label class="narrow">
            Sees
            <select name="tenants">
              <option value="">All tenants</option>
              {tenants.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="submit" class="primary" disabled={busy}>
          New account
        </button>
      </form>
      {problem !== undefined && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      {list.problem !== undefined && <Failed problem={list.problem} again={list.again} />}
      {!list.value && list.problem === undefined && <Loading what="accounts" lines={4} />}
      {list.value && <Rows entries={list.value} busy={busy} change={change} reset={setResetting} bind={setBinding} />}
      {resetting !== undefined && (
        <Dialog title={`A new password for ${resetting}?`} close={() => setResetting(undefined)}>
          <p>
            The old one stops working, a second factor is taken away, and whoever is signed in as {resetting} is out.
          </p>
          <div class="choices">
            <button
              type="button"
              class="danger"
              onClick={() => {
                setResetting(undefined)
                void change(resetting, { reset: true })
              }}
            >
              Make a new password
            </button>
            <button type="button" class="quiet" onClick={() => setResetting(undefined)}>
              Leave it
            </button>
          </div>
        </Dialog>
      )}
      {binding && (
        <TenantsDialog
          account={binding}
          tenants={tenants}
          close={() => setBinding(undefined)}
          save={(chosen) => {
            setBinding(undefined)
            void change(binding.username, { tenants: chosen })
          }}
        />
      )}
      {made && <ShownOnceDialog made={made} close={() => setMade(undefined)} />}
    </section>
  )
}

interface RowsProps {
  entries: AccountEntry[]
  busy: boolean
  change(username: string, wanted: Parameters<typeof changeAccount>[1]): void
  reset(username: string): void
  bind(account: AccountEntry): void
}

function Rows({ entries, busy, change, reset, bind }: RowsProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Sees</th>
          <th scope="col">State</th>
          <th scope="col">Second factor</th>
          <th scope="col">Created</th>
          <th scope="col">
            <span class="hidden">Act</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((account) => {
          const { username, role, disabled, locked, secondFactor, createdUtc } = account
          return (
            <tr key={username}>
              <th scope="row">{username}</th>
              <td>
                <select
                  aria-label={`Role of ${username}`}
                  value={role}
                  disabled={busy}
                  onChange={(event) => change(username, { role: event.currentTarget.value as Role })}
                >
                  {ROLES.map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </select>
              </td>
              <td>
                {role === 'admin' ? (
                  'all tenants'
                ) : (
                  <button type="button" class="small-button" disabled={busy} onClick={() => bind(account)}>
                    {account.tenants?.join(', ') ?? 'all tenants'}
                    <span class="hidden"> seen by {username}, change</span>
                  </button>
                )}
              </td>
              <td>
                <Dot tone={disabled ? 'soft' : locked ? 'warn' : 'good'}>
                  {disabled ? 'Disabled' : locked ? 'Locked' : 'Active'}
                </Dot>
              </td>
              <td>{secondFactor ? 'on' : 'off'}</td>
              <td>{atTime(createdUtc)}</td>
              <td class="number">
                <button type="button" class="small-button" disabled={busy} onClick={() => reset(username)}>
                  New password<span class="hidden"> for {username}</span>
                </button>{' '}
                <button
                  type="button"
                  class="small-button"
                  disabled={busy}
                  onClick={() => change(username, { disabled: !disabled })}
                >
                  {disabled ? 'Enable' : 'Disable'}
                  <span class="hidden"> {username}</span>
                </button>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
