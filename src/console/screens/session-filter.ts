import { useEffect, useState } from 'preact/hooks'
import type { Mode, SearchRequest } from '../../contract/console/console.ts'

/** What the fields of the filter hold. `text` may name a person and stays out of the address. */
export const FIELDS = ['id', 'status', 'from', 'to', 'documentType', 'country', 'tenant'] as const
export type Fields = Partial<Record<(typeof FIELDS)[number] | 'text', string>>

/**
 * The filter of the list, kept where it can be bookmarked and sent: in the address, but for what may name a person, which
 * the browser's history keeps by itself. `turn` counts how often it came from there.
 */
export function useFilter(mode: Mode): { fields: Fields; narrow: (fields: Fields) => void; turn: number } {
  const [state, setState] = useState({ fields: fieldsHere(), turn: 0 })
  useEffect(() => {
    const update = () => setState(({ turn }) => ({ fields: fieldsHere(), turn: turn + 1 }))
    addEventListener('popstate', update)
    return () => removeEventListener('popstate', update)
  }, [])
  const narrow = ({ text, ...fields }: Fields) => {
    const query = new URLSearchParams({ ...fields, ...(mode === 'test' && { mode }) }).toString()
    history.replaceState({ text }, '', location.pathname + (query && `?${query}`))
    setState(({ turn }) => ({ fields: { ...fields, ...(text !== undefined && { text }) }, turn }))
  }
  // The other mode was chosen: the address says so too.
  useEffect(() => narrow(state.fields), [mode])
  return { ...state, narrow }
}

function fieldsHere(): Fields {
  const query = new URLSearchParams(location.search)
  const text = (history.state as { text?: string } | null)?.text
  const given = FIELDS.map((name) => [name, query.get(name)] as const).filter(([, value]) => value)
  return { ...Object.fromEntries(given), ...(text !== undefined && { text }) }
}

/** What the service is asked for. Days begin and end where the reader is. */
export function requestOf({ from, to, country, ...fields }: Fields): Omit<SearchRequest, 'after' | 'mode'> {
  return {
    ...fields,
    ...(country && { country: country.toUpperCase() }),
    ...(from && { from: midnight(from, 0) }),
    ...(to && { before: midnight(to, 1) }),
  } as Omit<SearchRequest, 'after' | 'mode'>
}

function midnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}
