import { type Span, slice } from '../candidate.ts'
import type { PageRoles } from './say-roles.ts'

/** Words side by side that the net takes for one thing. */
export interface Run {
  span: Span
  role: string
  /** Mean probability of the role over its characters. */
  sure: number
}

/** A line as the net divides it. */
export function runsOf(span: Span, roles: PageRoles): Run[] {
  const words = [...span.text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) =>
    partsOf(span, index, index + word.length, roles),
  )
  const runs: { role: string; from: number; to: number }[] = []
  for (const word of words) {
    const last = runs.at(-1)
    if (last?.role === word.role) last.to = word.to
    else runs.push({ ...word })
  }
  return runs.map(({ role, from, to }) => ({
    span: slice(span, from, to),
    role,
    sure: roles.rolesOf(span.line, span.start + from, span.start + to).get(role) ?? 0,
  }))
}

interface RunPart {
  role: string
  from: number
  to: number
}

/** A word, or its two parts where a value clings to its label: the net must be sure of both. */
function partsOf(span: Span, from: number, to: number, roles: PageRoles): RunPart[] {
  const whole = likeliest(span, from, to, roles)
  if (whole.sure < SURE) {
    for (let at = from + SHORTEST; at <= to - SHORTEST; at++) {
      const [before, behind] = [likeliest(span, from, at, roles), likeliest(span, at, to, roles)]
      const apart = before.role !== behind.role && before.sure > SURE && behind.sure > SURE
      if (apart)
        return [
          { role: before.role, from, to: at },
          { role: behind.role, from: at, to },
        ]
    }
  }
  return [{ role: whole.role, from, to }]
}

/** Surer than this of a word, it is one thing. */
const SURE = 0.8
/** A letter alone at a word's end is a misreading rather than a value. */
const SHORTEST = 3

function likeliest(span: Span, from: number, to: number, roles: PageRoles): { role: string; sure: number } {
  let best = { role: '', sure: 0 }
  for (const [role, sure] of roles.rolesOf(span.line, span.start + from, span.start + to)) {
    if (sure > best.sure) best = { role, sure }
  }
  return best
}
