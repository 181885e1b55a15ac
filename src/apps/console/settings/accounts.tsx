import { useState } from 'preact/hooks'
import { ROLES, type Role } from '../../../kernel/contract/console-words.ts'
import type { AccountEntry, ShownOnce, TenantsSeen } from '../../../kernel/tenants/contract/console-settings.ts'
import type { TenantView } from '../../../kernel/tenants/contract/tenant-view.ts'
import { Button, useAct } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Choice, Field, Form, Tick, Ticks } from '../../ui/form.tsx'
import { Answered, Dot, Problem } from '../../ui/states.tsx'
import { actions, type Column, Table } from '../../ui/table.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { atTime } from '../../ui/words.ts'
import { changeAccount, createAccount, readAccounts, readTenants } from './api.ts'
import { ShownOnceDialog } from './shown-once.tsx'
import { SignIns } from './sign-ins.tsx'

/** The accounts of the console. */
export function Accounts() {
  const list = useAnswer(readAccounts, [])
  const tenants = useAnswer(readTenants, []).value ?? []
  const { problem, act } = useAct()
  const [made, setMade] = useState<ShownOnce>()
  const [resetting, setResetting] = useState<string>()
  const [binding, setBinding] = useState<AccountEntry>()

  const create = async (text: (name: string) => string, form: HTMLFormElement) => {
    const seen = text('tenants') ? [text('tenants')] : 'all'
    setMade(await createAccount(text('username'), text('role') as Role, seen))
    form.reset()
    list.again()
  }
  const change = async (username: string, wanted: Parameters<typeof changeAccount>[1]) => {
    const { password } = await changeAccount(username, wanted)
    setResetting(undefined)
    setBinding(undefined)
    if (password !== undefined) setMade({ username, password })
    list.again()
  }
  const columns = accountColumns({ act, change, reset: setResetting, bind: setBinding })
  return (
    <>
      <Form word="New account" isPrimary send={create}>
        <Field
          label="Username"
          width="narrow"
          name="username"
          required
          pattern="[a-z0-9][a-z0-9._\-]{1,63}"
          title="2 to 64 characters: a–z, 0–9, dot, hyphen and underscore"
        />
        <Choice class="narrow" name="role" label="Role" options={ROLES.map((role) => [role, role])} />
        {tenants.length > 1 && (
          <Choice
            class="narrow"
            name="tenants"
            label="Access"
            any="All tenants"
            options={tenants.map(({ id, name }) => [id, name])}
          />
        )}
      </Form>
      <Problem problem={problem} />
      <Answered asked={list} what="accounts" lines={4}>
        {(entries) => <Table rows={entries} columns={columns} keyOf={({ username }) => username} />}
      </Answered>
      <SignIns whose="all" />
      {resetting !== undefined && (
        <Confirm
          title={`Reset the password of ${resetting}?`}
          yes="Reset password"
          no="Cancel"
          act={() => change(resetting, { reset: true })}
          close={() => setResetting(undefined)}
        >
          The old password stops working, the second factor is removed, and anyone signed in as {resetting} is signed
          out.
        </Confirm>
      )}
      {binding && (
        <TenantsDialog
          account={binding}
          tenants={tenants}
          close={() => setBinding(undefined)}
          save={(chosen) => change(binding.username, { tenants: chosen })}
        />
      )}
      {made && <ShownOnceDialog made={made} close={() => setMade(undefined)} />}
    </>
  )
}

interface TenantsDialogProps {
  account: AccountEntry
  tenants: TenantView[]
  close(): void
  save(chosen: TenantsSeen): Promise<void>
}

/** Whose sessions a reviewer sees: those of all tenants, or of the selected ones. */
function TenantsDialog({ account, tenants, close, save }: TenantsDialogProps) {
  const { busy, problem, act } = useAct()
  const [all, setAll] = useState(account.tenants === undefined)
  const [chosen, setChosen] = useState<readonly string[]>(account.tenants ?? [])
  return (
    <Dialog title={`Tenants that ${account.username} can see`} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void act(() => save(all ? 'all' : [...chosen]))
        }}
      >
        <p>The queue, cases, search, overview and evidence will show only sessions of these tenants.</p>
        <Tick on={all} set={setAll}>
          All tenants, including future ones
        </Tick>
        <fieldset class="ticks" disabled={all}>
          <legend class="hidden">Tenants</legend>
          <Ticks options={tenants.map(({ id, name }) => [id, name])} chosen={all ? [] : chosen} choose={setChosen} />
        </fieldset>
        <div class="choices">
          <button type="submit" class="primary" disabled={busy || (!all && !chosen.length)}>
            Save
          </button>
          <Button class="quiet" word="Cancel" act={close} />
        </div>
        <Problem problem={problem} />
      </form>
    </Dialog>
  )
}

interface Acts {
  act(work: () => Promise<void>): void
  change(username: string, wanted: Parameters<typeof changeAccount>[1]): Promise<void>
  reset(username: string): void
  bind(account: AccountEntry): void
}

/** The columns of the accounts table, with the actions of each row. */
const accountColumns = ({ act, change, reset, bind }: Acts): Column<AccountEntry>[] => [
  { head: 'Username', isName: true, cell: ({ username }) => username },
  {
    head: 'Role',
    cell: ({ username, role, byProvider }) =>
      byProvider ? (
        role
      ) : (
        <select
          aria-label={`Role of ${username}`}
          value={role}
          onChange={({ currentTarget }) => act(() => change(username, { role: currentTarget.value as Role }))}
        >
          {ROLES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ),
  },
  {
    head: 'Access',
    cell: (account) =>
      account.role === 'admin' || account.byProvider ? (
        (account.role === 'reviewer' && account.tenants?.join(', ')) || 'all tenants'
      ) : (
        <Button
          class="small-button"
          word={account.tenants?.join(', ') ?? 'all tenants'}
          hidden={`visible to ${account.username}, change`}
          act={() => bind(account)}
        />
      ),
  },
  {
    head: 'State',
    cell: ({ disabled, locked }) => (
      <Dot tone={disabled ? 'soft' : locked ? 'warn' : 'good'}>
        {disabled ? 'Disabled' : locked ? 'Locked' : 'Active'}
      </Dot>
    ),
  },
  {
    head: 'Second factor',
    cell: ({ secondFactor, byProvider }) => (byProvider ? 'company account' : secondFactor ? 'on' : 'off'),
  },
  { head: 'Created', cell: ({ createdUtc }) => atTime(createdUtc) },
  actions(({ username, disabled, byProvider }) => (
    <>
      {!byProvider && (
        <Button class="small-button" word="Reset password" hidden={`for ${username}`} act={() => reset(username)} />
      )}{' '}
      <Button
        class="small-button"
        word={disabled ? 'Enable' : 'Disable'}
        hidden={`${username}`}
        act={() => change(username, { disabled: !disabled })}
      />
    </>
  )),
]
