import { isPortraitOfAnother, tracesAgainst } from '../evidence/document/traces.ts'
import type { Session } from '../session/session.ts'
import type { LiveRuleName } from '../vocabulary.ts'
import type { FactorResult } from './decide.ts'
import { evidenceOf } from './evidence.ts'
import { causesOf } from './explanation.ts'
import type { Evidence } from './factors/factor.ts'
import type { FactorName } from './factors/index.ts'
import { type AgainstCode, FINDING_CODES, type FindingCode, isAgainst } from './finding-codes.ts'
import { findByRule } from './live-rules/index.ts'

type FindingCause = FactorName | LiveRuleName | 'editedPicture'

/** Something that speaks against a session. */
interface CaseFinding {
  code: FindingCode
  /** The factor or live rule that it comes from; a picture that an editor saved contradicts nothing and has its own. */
  cause: FindingCause
  /** In one or two sentences. */
  reason: string
}

/**
 * What speaks against a decided session, the most incriminating first, whatever its policy makes of it. What could not
 * be read or compared is none, and what no untaught document has is none either.
 */
export function findingsOf(session: Session): CaseFinding[] {
  const evidence = evidenceOf(session)
  const { decision } = session
  if (!evidence || !decision) return []
  const found = [
    ...alteredProofs(evidence),
    ...specimens(evidence),
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
  cause: FindingCause | undefined
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
  const rules = (decision.boundBy ?? []).map(({ rule }) => rule as LiveRuleName)
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

function alteredProofs(evidence: Evidence): CaseFinding[] {
  const { chip, credential } = evidence
  const code = 'ALTERED_PROOF'
  return [
    ...byRule('chipUnaltered', code, evidence),
    ...byRule('sealUnaltered', code, evidence),
    ...(chip?.verdict !== 'ALTERED' && chip?.activeAuthentication === 'FALSE'
      ? [{ code, cause: 'chipAuthenticity', reason: 'The chip is a copy.' } as const]
      : []),
    ...(credential?.verdict === 'ALTERED' || credential?.holderBinding === 'FALSE'
      ? byRule('credentialGenuine', code, evidence)
      : []),
  ]
}

/** To try out the service, specimens are used: in test mode they are no finding. */
const specimens = (evidence: Evidence): CaseFinding[] =>
  evidence.mode === 'test' ? [] : byRule('noSpecimen', 'SPECIMEN', evidence)

function byRule(name: LiveRuleName, code: FindingCode, evidence: Evidence): CaseFinding[] {
  const reason = findByRule(name, evidence)
  return reason === undefined ? [] : [{ code, cause: name, reason }]
}

/** Factors that compare two sources, and find that they differ if they are below HIGH and name a field. */
const COMPARISONS: readonly FactorName[] = [
  'mrzOcrCrossCheck',
  'barcodeOcrCrossCheck',
  'chipCrossCheck',
  'credentialCrossCheck',
]

function findingsIn(factor: FactorResult, evidence: Evidence): CaseFinding[] {
  const { name, level, reason, used, fields = [] } = factor
  const isBelow = level === 'MEDIUM' || level === 'LOW'
  const as = (code: FindingCode, words = reason): CaseFinding[] => [{ code, cause: name, reason: words }]
  if (COMPARISONS.includes(name))
    return isBelow && fields.some(({ distance }) => distance > 0) ? as('CONTRADICTION') : []
  switch (name) {
    case 'sealCrossCheck':
    case 'proofConsistency':
    case 'applicantIntegrity':
      return isBelow ? as('CONTRADICTION') : []
    case 'documentConsistency':
      return isBelow ? inDocument(String(used.contradictions ?? ''), reason) : []
    case 'faceVerification':
      return isBelow ? as('WRONG_PERSON') : []
    case 'duplicateCheck':
      return isBelow && !used.changed ? as('OTHER_SESSION') : []
    case 'captureIntegrity':
      return isBelow && Number(used.sentBefore ?? 0) > 0 ? as('OTHER_SESSION') : []
    case 'watchlist':
      return isBelow ? as('LIST_HIT') : []
    case 'documentLiveness':
      return isBelow ? as('COPY') : []
    case 'documentAuthenticity':
      return isBelow ? onPictures(evidence).map((code) => ({ code, cause: name, reason })) : []
    default:
      return []
  }
}

/** Values of which one must be wrong. An unusual number or a long validity is a doubt and no contradiction. */
const CONTRADICTORY = /IMPOSSIBLE_DATES|_MISMATCH|PERSONAL_NUMBER_(BIRTH|SEX)/

const inDocument = (contradictions: string, reason: string): CaseFinding[] => [
  ...(CONTRADICTORY.test(contradictions)
    ? [{ code: 'CONTRADICTION', cause: 'documentConsistency', reason } as const]
    : []),
  ...(contradictions.includes('EDITED_PICTURE') ? [{ code: 'EDITED', cause: 'editedPicture', reason } as const] : []),
]

/** What the pictures of the document themselves show. A specimen has its own finding. */
function onPictures({ document }: Evidence): FindingCode[] {
  const pages = document?.pages ?? []
  return [
    ...(pages.some(isPortraitOfAnother) ? ['WRONG_PERSON' as const] : []),
    ...(pages.some((page) => tracesAgainst(page).length > 0) ? ['EDITED' as const] : []),
  ]
}
