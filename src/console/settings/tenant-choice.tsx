import { useState } from 'preact/hooks'
import type { TenantView } from '../../contract/console/console-settings.ts'
import { type Asked, useAnswer } from '../use-answer.ts'
import { readTenants } from './api.ts'

/** The tenants, and which of them is looked at: the first until another is chosen. */
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

/** Shown only where there is a choice. */
export function TenantChoice({ tenants, tenant, choose }: ReturnType<typeof useTenant>) {
  const all = tenants.value ?? []
  if (all.length < 2) return null
  return (
    <label class="narrow">
      Tenant
      <select value={tenant?.id} onChange={(event) => choose(event.currentTarget.value)}>
        {all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
