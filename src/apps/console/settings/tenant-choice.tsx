import { useEffect, useState } from 'preact/hooks'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import type { TenantView } from '../../../kernel/tenants/contract/tenant-view.ts'
import { Choice, Field, Form } from '../../ui/form.tsx'
import { type Asked, useAnswer } from '../../ui/use-answer.ts'
import { mayLeave } from '../router.ts'
import { createTenant, readTenants } from './api.ts'

/** The props of every tool in the settings. */
export interface ToolProps {
  /** The mode of the sessions that the console shows. */
  mode: Mode
  tenant: TenantView
  choice: ReturnType<typeof useTenant>
}

/** The tenants and the selected one: the first until another is chosen. */
export function useTenant(): {
  tenants: Asked<TenantView[]>
  tenant: TenantView | undefined
  choose(id: string): void
} {
  const tenants = useAnswer(readTenants, [])
  const [chosen, choose] = useState<string>()
  const all = tenants.value ?? []
  return { tenants, tenant: all.find(({ id }) => id === chosen) ?? all[0], choose }
}

/** Shown only if there is a choice. */
export function TenantChoice({ tenants, tenant, choose }: ReturnType<typeof useTenant>) {
  const [turn, again] = useState(0)
  const all = tenants.value ?? []
  if (all.length < 2) return null
  const pick = (id: string) => {
    if (mayLeave()) choose(id)
    else again((times) => times + 1) // the menu keeps showing the current tenant
  }
  const options = all.map(({ id, name }) => [id, name] as const)
  return <Choice key={turn} class="narrow" label="Tenant" options={options} value={tenant?.id} choose={pick} />
}

/** Creates another integrator, with its own settings, policy and hosted page. */
export function NewTenant({ choice: { tenants, choose } }: ToolProps) {
  const create = async (text: (name: string) => string, form: HTMLFormElement) => {
    if (!mayLeave()) return
    const { id } = await createTenant(text('id'), text('name').trim())
    form.reset()
    tenants.again()
    choose(id)
  }
  return (
    <Form word="New tenant" send={create}>
      <Field
        label="ID of the new tenant"
        width="narrow"
        name="id"
        class="mono"
        required
        pattern="[a-z0-9][a-z0-9\-]{0,63}"
        title="a–z, 0–9 and hyphens"
      />
      <Field label="Name of the new tenant" width="narrow" name="name" required maxLength={80} />
    </Form>
  )
}

/** The tenants to choose from, by id and name; none if there is nothing to choose. */
export function useTenantIds({ role, tenants }: Me): (readonly [id: string, name: string])[] {
  const [all, setAll] = useState((tenants ?? []).map((id) => [id, id] as const))
  useEffect(() => {
    if (role !== 'admin') return
    readTenants().then(
      (found) => setAll(found.map(({ id, name }) => [id, name] as const)),
      () => setAll([]), // the list is a convenience; the screen shows the error
    )
  }, [role])
  return all.length > 1 ? all : []
}
