import type { Level } from '../vocabulary.ts'
import { REQUIREMENTS } from './assurance.ts'
import { factorNamed } from './factors/index.ts'

/** What of a decision says why it was taken. */
interface Judged {
  outcome: string
  factors: readonly { name: string; level: Level; effect: string }[]
  boundBy?: readonly { rule: string }[]
}

/** Did it go to a person for want of a proof alone? Then nothing speaks against it, and what would settle it can be said. */
export function lacksProofAlone({ outcome, factors, boundBy = [] }: Judged): boolean {
  const against = factors.filter(({ effect }) => effect === 'refer' || effect === 'reject')
  return (
    outcome === 'refer' &&
    against.length + boundBy.length > 0 &&
    against.every(({ level }) => level === 'UNAVAILABLE') &&
    boundBy.every(({ rule }) => rule !== 'cameraUndoubted' && (REQUIREMENTS as readonly string[]).includes(rule))
  )
}

/** What was checked and agrees, in one sentence: so that whoever looks knows what is left to look at. */
export function agreementIn(factors: Judged['factors']): string | undefined {
  const agreeing = factors.flatMap(({ name, level }) => (level === 'HIGH' ? (factorNamed(name)?.agreement ?? []) : []))
  return agreeing.length ? `Checked and in order: ${agreeing.join('; ')}.` : undefined
}
