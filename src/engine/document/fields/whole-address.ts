import type { Span } from './candidate.ts'
import { certainty } from './candidate.ts'
import type { Chosen } from './choose.ts'
import type { PageRoles } from './roles/say-roles.ts'

/** Surer than this, a line next to an address is its next one. */
const MIN_ROLE = 0.7
/** Lines of one address begin in one column and follow one another, in heights of a line. */
const ASIDE = 2
const APART = 2.5

/** An address with its other lines, in the order in which they stand: of two lines one alone is no address. */
export function withWholeAddress(chosen: readonly Chosen[], spans: readonly Span[], roles: PageRoles): Chosen[] {
  const address = chosen.find(({ name }) => name === 'address')
  const own = address && spans.find(({ line }) => line === address.from.line)
  if (!address || !own) return [...chosen]
  const taken = new Set(chosen.map(({ from }) => from.line))
  const others = spans.filter(({ line, start, text }) => {
    const role = roles.rolesOf(line, start, start + text.length).get('address') ?? 0
    return role > MIN_ROLE && !taken.has(line)
  })
  const lines = [own]
  for (let found = others.find(isNextTo(lines)); found; found = others.find(isNextTo(lines))) lines.push(found)
  if (lines.length === 1) return [...chosen]
  const written = lines.toSorted((a, b) => a.box.y - b.box.y)
  const sure = written.map((span) => (span === own ? address : certainty(span)))
  const whole = {
    ...address,
    value: written.map((span) => withoutEnd(span === own ? address.value : span.text)).join(', '),
    weakest: Math.min(...sure.map(({ weakest }) => weakest)),
    average: Math.min(...sure.map(({ average }) => average)),
  }
  return chosen.map((each) => (each === address ? whole : each))
}

const isNextTo =
  (lines: readonly Span[]) =>
  (span: Span): boolean =>
    !lines.includes(span) &&
    lines.some(
      ({ box }) =>
        Math.abs(span.box.x - box.x) < ASIDE * box.height && Math.abs(span.box.y - box.y) < APART * box.height,
    )

/** Without the comma that the line may end with. */
const withoutEnd = (text: string): string => text.replace(/[\s,;]+$/, '')
