import type { Mode } from '../../contract/console/console-mode.ts'

/** What an overview is about; its days are those of UTC. */
export interface Range {
  /** The first day, as 2026-03-01. */
  from: string
  tenant: string
  mode: Mode
}

/** The address of the sessions behind a number; `more` narrows them further. */
export function sessionsOf({ from, tenant, mode }: Range, more: Record<string, string>): string {
  const { from: day = from, ...rest } = more
  const days: Record<string, string> = 'decidedBy' in rest ? {} : { from: day, utc: '1' }
  const query = new URLSearchParams({ ...rest, ...days })
  if (tenant) query.set('tenant', tenant)
  if (mode === 'test') query.set('mode', mode)
  return `/console/sessions?${query}`
}
