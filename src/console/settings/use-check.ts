import { useEffect, useState } from 'preact/hooks'
import { checkTenant, type TenantDraft } from './api.ts'

/** Somebody who types is not asked about after every letter. */
const PAUSE_MS = 300

/** What the service would refuse a change of a tenant for, asked while it is written. */
export function useCheck(tenant: string, change: Partial<TenantDraft>, isOther: boolean): string | undefined {
  const [wrong, setWrong] = useState<string>()
  const text = JSON.stringify(change)
  useEffect(() => {
    if (!isOther) return setWrong(undefined)
    let isLatest = true
    const timer = setTimeout(() => {
      checkTenant(tenant, change).then(
        ({ problem }) => isLatest && setWrong(problem),
        () => isLatest && setWrong(undefined), // saving says it
      )
    }, PAUSE_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [text, isOther])
  return wrong
}
