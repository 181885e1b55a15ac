import { useEffect, useState } from 'preact/hooks'
import type { Me } from '../contract/console/console-sign-in.ts'
import { readTenants } from './settings/api.ts'

/** The tenants that somebody may choose between, by id and name; none where there is nothing to choose. */
export function useTenantIds({ role, tenants }: Me): (readonly [id: string, name: string])[] {
  const [all, setAll] = useState((tenants ?? []).map((id) => [id, id] as const))
  useEffect(() => {
    if (role !== 'admin') return
    readTenants().then(
      (found) => setAll(found.map(({ id, name }) => [id, name] as const)),
      () => setAll([]), // the list is a convenience; the screen says what is wrong
    )
  }, [role])
  return all.length > 1 ? all : []
}
