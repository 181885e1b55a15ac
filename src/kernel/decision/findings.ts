import type { Session } from '../session/session.ts'
import { openSlot } from '../slot.ts'
import type { FactorResult } from './decide.ts'
import { evidenceOf } from './evidence.ts'
import { causesOf } from './explanation.ts'
import type { Evidence } from './factors/factor.ts'
import { factorNamed } from './factors/index.ts'
import { type AgainstCode, FINDING_CODES, type FindingCode, isAgainst } from './finding-codes.ts'

/** Something that speaks against a session. */
export interface CaseFinding {
  code: FindingCode
  /** The factor or live rule that it comes from; a picture that an editor saved contradicts nothing and has its own. */
  cause: string
  /** In one or two sentences. */
  reason: string
}

/** What speaks against a session whatever a factor says: an altered proof, a specimen. */
export const featureFindings = openSlot<(evidence: Evidence) => CaseFinding[]>('findings')

/**
 * What speaks against a decided session, the most incriminating first, whatever its policy makes of it. What could not
 * be read or compared is none, and what no untaught document has is none either.
 */
export function findingsOf(session: Session): CaseFinding[] {
  const evidence = evidenceOf(session)
  const { decision } = session
  if (!evidence || !decision) return []
  const found = [
    ...featureFindings.parts().flatMap((find) => find(evidence)),
    ...decision.factors.flatMap((factor) => findingsIn(factor, evidence)),
  ]
  return FINDING_CODES.flatMap((code) => found.filter((each) => each.code === code))
}

/** The findings that an approval in live mode must name, one of each code. In test mode nothing binds. */
export function findingsAgainst(session: Session): (CaseFinding & { code: AgainstCode })[] {
  if (session.mode !== 'live') return []
  const found = findingsOf(session).filter((finding): finding is CaseFinding & { code: AgainstCode } =>
    isAgainst(finding.code),
  )
  return [...Map.groupBy(found, ({ code }) => code)].flatMap(([, [first, ...others]]) =>
    first ? [{ ...first, reason: [first, ...others].map(({ reason }) => reason).join(' ') }] : [],
  )
}

/** What a list of cases says about one, and how much it speaks against the person. */
interface Headline {
  cause: string | undefined
  /**
   * More is more incriminating: above 1 a finding, 1 any other LOW, 0 wants a closer look, -1 could not be determined.
   */
  risk: number
}

/** The most incriminating finding; else what called for a reviewer, and last what every untaught document shares. */
export function headlineOf(session: Session): Headline | undefined {
  const { decision } = session
  if (!decision) return undefined
  const [worst] = findingsOf(session)
  if (worst) return { cause: worst.cause, risk: 1 + FINDING_CODES.length - FINDING_CODES.indexOf(worst.code) }
  const against = causesOf(decision).flatMap(
    ({ factor: name }) =>
      decision.factors.filter(
        (factor) => factor.name === name && (factor.effect === 'refer' || factor.effect === 'reject'),
      ) ?? [],
  )
  const low = against.find(({ level }) => level === 'LOW')
  if (low) return { cause: low.name, risk: 1 }
  const rules = (decision.boundBy ?? []).map(({ rule }) => rule)
  const factor = against.find((each) => !isOfEveryUntaught(each)) ?? undefined
  if (factor) return { cause: factor.name, risk: factor.level === 'MEDIUM' || factor.level === 'HIGH' ? 0 : UNREAD }
  const rule = rules.find((name) => name !== 'documentAttested')
  if (rule) return { cause: rule, risk: 0 }
  const [shared] = against
  return shared ? { cause: shared.name, risk: UNREAD } : { cause: rules[0], risk: 0 }
}

const UNREAD = -1

/** There is nothing to compare it with, as with every document that nobody has taught. */
const isOfEveryUntaught = ({ name, level }: FactorResult): boolean =>
  name === 'documentAuthenticity' && level === 'UNAVAILABLE'

function findingsIn({ name, level, reason, ...result }: FactorResult, evidence: Evidence): CaseFinding[] {
  if (level !== 'MEDIUM' && level !== 'LOW') return []
  const against = factorNamed(name)?.against?.(result, evidence) ?? []
  return against.map(({ code, cause = name }) => ({ code, cause, reason }))
}
