import { useEffect, useState } from 'preact/hooks'
import type { Mode } from '../../contract/console/console-mode.ts'
import type { SearchRequest } from '../../contract/console/console-search.ts'
import { midnight, plain } from '../../ui/words.ts'
import { STATUS_GROUPS, spanWords } from '../words.ts'

/** What the fields of the filter hold. `text` may name a person and stays out of the address. */
const SHOWN = ['id', 'status', 'from', 'to', 'documentType', 'country', 'tenant'] as const
/**
 * What only an address says, such as that of a bar of the overview: the last step reached; who decided it, since which
 * day and within how many minutes; a reviewer who did; whether days are those of UTC.
 */
const SAID = ['reached', 'decidedBy', 'decidedFrom', 'over', 'under', 'reviewer', 'utc'] as const
export type Fields = Partial<Record<(typeof SHOWN)[number] | (typeof SAID)[number] | 'text', string>>

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
  const write = ({ text, ...fields }: Fields, put: 'pushState' | 'replaceState') => {
    const query = new URLSearchParams({ ...fields, ...(mode === 'test' && { mode }) }).toString()
    history[put]({ text }, '', location.pathname + (query && `?${query}`))
    setState(({ turn }) => ({ fields: { ...fields, ...(text !== undefined && { text }) }, turn }))
  }
  // The other mode was chosen: the address says so too.
  useEffect(() => write(state.fields, 'replaceState'), [mode])
  const narrow = (fields: Fields) => {
    // One step back is the filter as it was before.
    if (JSON.stringify(requestOf(fields)) !== JSON.stringify(requestOf(state.fields))) write(fields, 'pushState')
  }
  return { ...state, narrow }
}

function fieldsHere(): Fields {
  const query = new URLSearchParams(location.search)
  const text = (history.state as { text?: string } | null)?.text
  const given = [...SHOWN, ...SAID].map((name) => [name, query.get(name)] as const).filter(([, value]) => value)
  return { ...Object.fromEntries(given), ...(text !== undefined && { text }) }
}

/** What of a filter no field shows, to be carried along when a field changes. */
export const saidOf = (fields: Fields): Fields =>
  Object.fromEntries(SAID.filter((name) => fields[name]).map((name) => [name, fields[name]]))

/** The same in words; empty where nothing is. */
export function wordsOf({ reached, decidedBy, decidedFrom, over, under, reviewer }: Fields): string {
  const [from, to] = [over, under].map((minutes) => minutes && spanWords(Number(minutes)))
  const span = from && to ? `in ${from} to ${to}` : from ? `in over ${from}` : to ? `in under ${to}` : ''
  return [
    reached && (reached === 'completed' ? 'Finished by the person' : `Stopped at “${plain(reached)}”`),
    decidedBy && `Decided ${decidedBy === 'reviewer' ? 'by a person' : 'automatically'} ${span}`.trim(),
    decidedFrom && `since ${decidedFrom} (UTC)`,
    reviewer && `Decided by ${reviewer}`,
  ]
    .filter(Boolean)
    .join(', ')
}

type Request = Omit<SearchRequest, 'after' | 'mode'>

/** What the service is asked for. Days begin and end where the reader is, or in UTC where the address says so. */
export function requestOf(fields: Fields): Request {
  const { from, to, country, status, utc, decidedBy, decidedFrom, over, under, ...rest } = fields
  const begins = utc ? midnightUtc : midnight
  const group = status === undefined ? undefined : STATUS_GROUPS.find(({ name }) => name === status)
  return {
    ...rest,
    ...(group ? { statuses: group.statuses } : status && { status }),
    ...(country && { country: country.toUpperCase() }),
    ...(from && { from: begins(from) }),
    ...(to && { before: begins(to, 1) }),
    ...(decidedBy && {
      decided: {
        by: decidedBy,
        ...(decidedFrom && { from: midnightUtc(decidedFrom) }),
        ...(over && { overMinutes: Number(over) }),
        ...(under && { underMinutes: Number(under) }),
      },
    }),
  } as Request
}

const midnightUtc = (day: string, daysLater = 0): string =>
  new Date(Date.parse(day) + daysLater * 86_400_000).toISOString()
