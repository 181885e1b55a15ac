import { useState } from 'preact/hooks'
import type { AccountEntry, ShownOnce, TenantView } from '../../contract/console/console-settings.ts'
import { ROLES, type Role } from '../../contract/console/console-words.ts'
import { Answered } from '../../ui/answered.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/fields.tsx'
import { Problem } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { useAct } from '../../ui/use-act.ts'
import { useAnswer } from '../../ui/use-answer.ts'
import { accountColumns } from './account-columns.tsx'
import { changeAccount, createAccount, readAccounts, readTenants } from './api.ts'
import { ShownOnceDialog } from './shown-once.tsx'
import { SignIns } from './sign-ins.tsx'
import { TenantsDialog } from './tenants-dialog.tsx'

/** People who sign in here. */
export function Accounts() {
  const list = useAnswer(readAccounts, [])
  const tenants = useAnswer(readTenants, []).value ?? []
  const { busy, problem, act } = useAct()
  const [made, setMade] = useState<ShownOnce>()
  const [resetting, setResetting] = useState<string>()
  const [binding, setBinding] = useState<AccountEntry>()

  const create = (form: HTMLFormElement) =>
    act(async () => {
      const data = new FormData(form)
      const seen = data.get('tenants') ? [String(data.get('tenants'))] : 'all'
      setMade(await createAccount(String(data.get('username')), data.get('role') as Role, seen))
      form.reset()
      list.again()
    })
  const change = (username: string, wanted: Parameters<typeof changeAccount>[1]) =>
    act(async () => {
      const { password } = await changeAccount(username, wanted)
      if (password !== undefined) setMade({ username, password })
      list.again()
    })
  const columns = accountColumns({ busy, change, reset: setResetting, bind: setBinding })
  return (
    <>
      <NewAccount tenants={tenants} busy={busy} create={create} />
      <Problem problem={problem} />
      <Answered asked={list} what="accounts" lines={4}>
        {(entries) => <Table rows={entries} columns={columns} keyOf={({ username }) => username} />}
      </Answered>
      <SignIns whose="all" />
      {resetting !== undefined && (
        <Confirm
          title={`A new password for ${resetting}?`}
          yes="Make a new password"
          no="Cancel"
          act={() => {
            setResetting(undefined)
            void change(resetting, { reset: true })
          }}
          close={() => setResetting(undefined)}
        >
          The old one stops working, the second factor is removed, and anyone signed in as {resetting} is signed out.
        </Confirm>
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
    </>
  )
}

interface NewAccountProps {
  tenants: TenantView[]
  busy: boolean
  create: (form: HTMLFormElement) => void
}

function NewAccount({ tenants, busy, create }: NewAccountProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    create(event.currentTarget as HTMLFormElement)
  }
  return (
    <form class="choices" onSubmit={submit}>
      <Field
        label="Name"
        width="narrow"
        name="username"
        required
        pattern="[a-z0-9][a-z0-9._\-]{1,63}"
        title="2 to 64 of a–z, 0–9, dot, dash and underscore"
      />
      <Choice class="narrow" name="role" label="Role" options={ROLES.map((role) => [role, role])} />
      {tenants.length > 1 && (
        <Choice
          class="narrow"
          name="tenants"
          label="Sees"
          any="All tenants"
          options={tenants.map(({ id, name }) => [id, name])}
        />
      )}
      <button type="submit" class="primary" disabled={busy}>
        New account
      </button>
    </form>
  )
}
