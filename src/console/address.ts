import { useEffect, useState } from 'preact/hooks'
import type { Mode } from '../contract/console/console-mode.ts'

type Values<Name extends string> = Partial<Record<Name, string>>

/** What the query of an address says of these names. */
export function valuesIn<Name extends string>(names: readonly Name[], search: string): Values<Name> {
  const query = new URLSearchParams(search)
  return Object.fromEntries(names.map((name) => [name, query.get(name)]).filter(([, value]) => value)) as Values<Name>
}

/** The query that says so, with its question mark; empty where nothing is said. */
export function searchOf<Name extends string>(names: readonly Name[], values: Values<Name>, mode: Mode): string {
  const query = new URLSearchParams()
  for (const name of names) if (values[name]) query.set(name, values[name])
  if (mode === 'test') query.set('mode', mode)
  const text = query.toString()
  return text && `?${text}`
}

/** What a screen shows, kept in its address; one step back is what it showed before. */
export function useAddress<Name extends string>(
  names: readonly Name[],
  mode: Mode,
): [Values<Name>, (values: Values<Name>) => void] {
  const [values, setValues] = useState(() => valuesIn(names, location.search))
  useEffect(() => {
    const update = () => setValues(valuesIn(names, location.search))
    addEventListener('popstate', update)
    return () => removeEventListener('popstate', update)
  }, [])
  // The other mode was chosen: the address says so too.
  useEffect(() => history.replaceState(null, '', location.pathname + searchOf(names, values, mode)), [mode])
  return [
    values,
    (next) => {
      history.pushState(null, '', location.pathname + searchOf(names, next, mode))
      setValues(next)
    },
  ]
}
