import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { SearchRequest } from '../../../kernel/review/contract/console-search.ts'
import { midnight, plain } from '../../ui/words.ts'
import { useAddress } from '../address.ts'
import { STATUS_GROUPS, spanWords } from '../words.ts'

/** The values of the filter's fields. `text` may name a person and stays out of the address. */
const SHOWN = ['id', 'status', 'from', 'to', 'documentType', 'country', 'tenant'] as const
/**
 * What only an address contains, such as the link of a bar in the overview: the last step reached; who decided, from
 * which day and within how many minutes; the reviewer; whether days are UTC days.
 */
const SAID = ['reached', 'decidedBy', 'decidedFrom', 'over', 'under', 'reviewer', 'utc'] as const
export type Fields = Partial<Record<(typeof SHOWN)[number] | (typeof SAID)[number] | 'text', string>>

/** The filter of the list. */
export function useFilter(mode: Mode): { fields: Fields; narrow: (fields: Fields) => void; turn: number } {
  const [fields, show, turn] = useAddress<keyof Fields>([...SHOWN, ...SAID], mode, ['text'])
  const narrow = (next: Fields) => {
    // One step back shows the previous filter.
    if (JSON.stringify(requestOf(next)) !== JSON.stringify(requestOf(fields))) show(next)
  }
  return { fields, narrow, turn }
}

/** The part of a filter that no field shows, kept when a field changes. */
export const saidOf = (fields: Fields): Fields =>
  Object.fromEntries(SAID.filter((name) => fields[name]).map((name) => [name, fields[name]]))

/** The same part in words; empty if there is none. */
export function wordsOf({ reached, decidedBy, decidedFrom, over, under, reviewer }: Fields): string {
  const [from, to] = [over, under].map((minutes) => minutes && spanWords(Number(minutes)))
  const span = from && to ? `in ${from} to ${to}` : from ? `in over ${from}` : to ? `in under ${to}` : ''
  return [
    reached && (reached === 'completed' ? 'Finished by the person' : `Stopped at “${plain(reached)}”`),
    decidedBy && `Decided ${decidedBy === 'reviewer' ? 'by a reviewer' : 'automatically'} ${span}`.trim(),
    decidedFrom && `since ${decidedFrom} (UTC)`,
    reviewer && `Decided by ${reviewer}`,
  ]
    .filter(Boolean)
    .join(', ')
}

type Request = Omit<SearchRequest, 'after' | 'mode'>

/** The request to the service. Days begin and end in the reader's time zone, or in UTC if the address says so. */
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
