import { useEffect, useState } from 'preact/hooks'
import type { Mode } from '../../kernel/accounts/contract/console-mode.ts'

type Values<Name extends string> = Partial<Record<Name, string>>

/** The values that the query of an address has for these names. */
export function valuesIn<Name extends string>(names: readonly Name[], search: string): Values<Name> {
  const query = new URLSearchParams(search)
  return Object.fromEntries(names.map((name) => [name, query.get(name)]).filter(([, value]) => value)) as Values<Name>
}

/** The query for these values, with its question mark; empty if there are none. */
export function searchOf<Name extends string>(names: readonly Name[], values: Values<Name>, mode: Mode): string {
  const query = new URLSearchParams()
  for (const name of names) if (values[name]) query.set(name, values[name])
  if (mode === 'test') query.set('mode', mode)
  const text = query.toString()
  return text && `?${text}`
}

/** The values that may name a person: they stay out of the address, and the browser keeps them in its history state. */
function hiddenValues<Name extends string>(names: readonly Name[], from: unknown): Values<Name> {
  const kept = (from ?? {}) as Values<Name>
  return Object.fromEntries(names.filter((name) => kept[name]).map((name) => [name, kept[name]])) as Values<Name>
}

/**
 * What a screen shows. It is kept in the address, so that it can be bookmarked and sent; Back returns to what was shown
 * before. `turn` counts how often the browser went back or forward.
 */
export function useAddress<Name extends string>(
  names: readonly Name[],
  mode: Mode,
  hidden: readonly Name[] = [],
): [values: Values<Name>, show: (values: Values<Name>) => void, turn: number] {
  const here = () => ({ ...valuesIn(names, location.search), ...hiddenValues(hidden, history.state) })
  const [{ values, turn }, setShown] = useState(() => ({ values: here(), turn: 0 }))
  useEffect(() => {
    const update = () => setShown((before) => ({ values: here(), turn: before.turn + 1 }))
    addEventListener('popstate', update)
    return () => removeEventListener('popstate', update)
  }, [])
  const write = (next: Values<Name>, put: 'pushState' | 'replaceState') => {
    history[put](hiddenValues(hidden, next), '', location.pathname + searchOf(names, next, mode))
    setShown((before) => ({ values: next, turn: before.turn }))
  }
  // The mode was switched: the address is updated.
  useEffect(() => write(values, 'replaceState'), [mode])
  return [values, (next) => write(next, 'pushState'), turn]
}

/** The period, tenant and mode of an overview; its days are UTC days. */
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
