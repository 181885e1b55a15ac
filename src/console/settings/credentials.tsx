import { useState } from 'preact/hooks'
import type { CredentialEntry, ShownOnce } from '../../contract/console/console-settings.ts'
import { Dialog, Dot, Failed, Loading } from '../parts.tsx'
import { useAnswer } from '../use-answer.ts'
import { atTime } from '../words.ts'
import { createCredential, readCredentials, revokeCredential } from './api.ts'
import { ShownOnceDialog } from './shown-once.tsx'
import { TenantChoice, useTenant } from './tenant-choice.tsx'
import { useAct } from './use-act.ts'

/** API usernames of integrators: made here, shown once, revoked here. */
export function Credentials() {
  const list = useAnswer(readCredentials, [])
  const tenants = useTenant()
  const { busy, problem, act } = useAct()
  const [made, setMade] = useState<ShownOnce>()
  const [leaving, setLeaving] = useState<string>()
  const { tenant } = tenants

  const create = () =>
    act(async () => {
      if (tenant) setMade(await createCredential(tenant.id))
      list.again()
    })
  const revoke = (username: string) =>
    act(async () => {
      await revokeCredential(username)
      setLeaving(undefined)
      list.again()
    })
  return (
    <section class="panel" aria-label="API credentials">
      <div class="choices">
        <TenantChoice {...tenants} />
        <button type="button" class="primary" disabled={busy || !tenant} onClick={create}>
          New credential
        </button>
      </div>
      {problem !== undefined && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      {list.problem !== undefined && <Failed problem={list.problem} again={list.again} />}
      {!list.value && list.problem === undefined && <Loading what="credentials" lines={4} />}
      {list.value && <Rows entries={list.value} revoke={setLeaving} />}
      {made && <ShownOnceDialog made={made} close={() => setMade(undefined)} />}
      {leaving !== undefined && (
        <Dialog title={`Revoke ${leaving}?`} close={() => setLeaving(undefined)}>
          <p>Whoever uses it is refused from now on. It cannot be taken back.</p>
          <div class="choices">
            <button type="button" class="danger" disabled={busy} onClick={() => revoke(leaving)}>
              Revoke
            </button>
            <button type="button" class="quiet" onClick={() => setLeaving(undefined)}>
              Keep it
            </button>
          </div>
        </Dialog>
      )}
    </section>
  )
}

function Rows({ entries, revoke }: { entries: CredentialEntry[]; revoke: (username: string) => void }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Tenant</th>
          <th scope="col">State</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span class="hidden">Act</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ username, tenant, createdUtc, lastUsedUtc, revokedUtc }) => (
          <tr key={username}>
            <th scope="row" class="mono">
              {username}
            </th>
            <td>{tenant}</td>
            <td>{revokedUtc ? <Dot tone="soft">Revoked</Dot> : <Dot tone="good">Active</Dot>}</td>
            <td>{atTime(createdUtc)}</td>
            <td>{lastUsedUtc ? atTime(lastUsedUtc) : 'never'}</td>
            <td class="number">
              {!revokedUtc && (
                <button type="button" class="small-button" onClick={() => revoke(username)}>
                  Revoke<span class="hidden"> {username}</span>
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
