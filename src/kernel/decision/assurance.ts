import { fromSlot } from '../slot.ts'
import { factorNamed, featureFactors, type GradedFactorName, gradedFactors } from './factors/index.ts'
import { ASSURANCE_LEVELS, type Assurance, type Level } from './levels.ts'
import { defaultPolicyRules, type PolicyRules } from './policy.ts'
import type { FactorRule } from './rule.ts'

/** What a level of assurance may require of a live session. */
export const REQUIREMENTS = [
  'documentFilmed',
  'zonesCompared',
  'picturesJudged',
  'cameraUndoubted',
  'documentAttested',
] as const
export type Requirement = (typeof REQUIREMENTS)[number]

/** A level of assurance: a policy, and what a live session must bring in addition. */
interface AssuranceLevel {
  /** Named and versioned: a decision says under which one it was taken. */
  policy: PolicyRules
  /** A selfie without a passed challenge goes to a person, whatever the tenant's setting. */
  asksChallenge: boolean
  /** Live-mode rules that bind only on this level: see features/document/rules/live-rules.ts. */
  requires: readonly Requirement[]
  /** What it requires, in one sentence. */
  asks: string
  /** The risk that it is suitable for, according to its measurements. */
  fitFor: string
}

/**
 * The three levels. What is never approved in live mode (specimens, altered chips and seals, a challenge that was asked
 * for and not passed, contradicting proofs) binds on each of them, because no level can leave out a live rule.
 */
export const levelsOfAssurance = fromSlot(
  featureFactors,
  (): Record<Assurance, AssuranceLevel> => ({
    basic: {
      policy: levelPolicy('basic'),
      asksChallenge: false,
      requires: [],
      asks: 'The eight Trust Factors hold, and nothing was found against the document or the person.',
      fitFor:
        'Fit for low risk, such as age gates, forums and second-hand markets: it stops a wrong face, plain copies and screens, not a careful forgery.',
    },
    standard: {
      // Instead of a reference: the page's own camera, a live head, and agreement of all zones of the document.
      policy: levelPolicy('standard'),
      asksChallenge: true,
      requires: ['documentFilmed', 'zonesCompared', 'picturesJudged', 'cameraUndoubted'],
      asks: 'What basic asks, and: the page’s camera filmed the document, the challenge was passed, all zones of the document agree, and document and face are new.',
      fitFor:
        'Fit where a forged document gains little: it also stops files, stolen pictures and people who come twice, but not a careful drawing, a photo print or a changed document.',
    },
    high: {
      // Anything that can be printed can be forged, so it requires what cannot be drawn.
      policy: defaultPolicyRules(),
      asksChallenge: false,
      requires: ['cameraUndoubted', 'documentAttested'],
      asks: 'What basic asks, and a proof that cannot be drawn: a trusted chip, a wallet credential, a signed barcode, or agreement with a taught reference. It asks for no film and no search for duplicates.',
      fitFor: 'Fit for banks and others with a legal duty: without a proof, a reviewer decides.',
    },
  }),
)

/** The default policy with what each factor changes on this level. */
function levelPolicy(level: 'basic' | 'standard'): PolicyRules {
  const rules = gradedFactors().map(({ name, defaultRule, onLevel }) => [name, { ...defaultRule, ...onLevel?.[level] }])
  return { name: `assurance-${level}`, version: '1', factors: Object.fromEntries(rules) }
}

/** The level that a session is decided on: its flow's, otherwise its tenant's. A decided session keeps its own. */
export function assuranceOf(
  session: { flow?: { assurance?: Assurance }; decision?: { evidence: { assurance?: Assurance } } },
  settings: { assurance?: Assurance },
): Assurance | undefined {
  return session.decision ? session.decision.evidence.assurance : (session.flow?.assurance ?? settings.assurance)
}

export interface NearestLevel {
  level: Assurance
  /** Where the policy differs from the level's, as `factor.part`. */
  differing: string[]
}

/** The level whose policy differs least from this one; the lower one of two that differ equally. */
export function nearestLevel(policy: PolicyRules): NearestLevel {
  const [nearest] = ASSURANCE_LEVELS.map((level) => ({
    level,
    differing: differencesBetween(policy, levelsOfAssurance()[level].policy),
  })).toSorted((a, b) => a.differing.length - b.differing.length)
  if (!nearest) throw new Error('there is no level of assurance')
  return nearest
}

function differencesBetween(policy: PolicyRules, level: PolicyRules): string[] {
  const factors = Object.entries(level.factors) as [GradedFactorName, FactorRule][]
  return factors.flatMap(([factor, rule]) => {
    const own = policy.factors[factor]
    if (!own?.enabled && !rule.enabled) return []
    if (!own?.enabled) return [`${factor}.enabled`]
    const parts = new Set([...Object.keys(rule), ...Object.keys(own)]) as Set<keyof FactorRule>
    return [...parts].filter((part) => own[part] !== rule[part]).map((part) => `${factor}.${part}`)
  })
}

/**
 * The measurements of a level, on issuers and kinds of attack that no net or limit was chosen on. `npm run evaluate --
 * --only assurance` writes them.
 */
export interface LevelFigures {
  level: Assurance
  /** Genuine people with easy and ordinary captures; the 95 % interval of the share approved. */
  genuine: {
    n: number
    approved: number
    low: number
    high: number
    referred: number
    rejected: number
    refused: number
  }
  attacks: { n: number; approved: number; low: number; high: number }
  /** The kind of attack that is approved most often. */
  worst: { name: string; n: number; approved: number }
  reviewerHoursPer1000: number
}

/**
 * One line for an operator who chooses a level. Nobody in the data brings a proof, which is what the highest level
 * requires.
 */
export function figuresInWords({ level, genuine, attacks, worst, reviewerHoursPer1000 }: LevelFigures): string {
  const hours = reviewerHoursPer1000.toFixed(1)
  const most = worst.approved ? `, most of “${worst.name}” (${worst.approved} of ${worst.n})` : ''
  const without = level === 'high' ? ', without chip, wallet or signed barcode' : ''
  return `${percent(genuine.approved, genuine.n)} of genuine people approved (${genuine.approved} of ${genuine.n}${without}), ${attacks.approved} of ${attacks.n} attacks approved${most}, ${hours} hours of review per 1,000 sessions`
}

/** The same for a card, one figure a line. */
export function figuresInLines({ level, genuine, attacks, worst, reviewerHoursPer1000 }: LevelFigures) {
  return [
    {
      about: level === 'high' ? 'Genuine people approved without a proof' : 'Genuine people approved',
      measured: `${genuine.approved} of ${genuine.n}`,
    },
    { about: 'Attacks approved', measured: `${attacks.approved} of ${attacks.n}` },
    ...(worst.approved ? [{ about: `Of these, “${worst.name}”`, measured: `${worst.approved} of ${worst.n}` }] : []),
    { about: 'Review per 1,000 sessions', measured: `${reviewerHoursPer1000.toFixed(1)} hours` },
  ]
}

const percent = (part: number, of: number): string => `${Math.round((100 * part) / of)} %`

/** The parts of a decision that say why it was taken. */
interface Judged {
  outcome: string
  factors: readonly { name: string; level: Level; effect: string }[]
  boundBy?: readonly { rule: string }[]
}

/**
 * Did it go to a person only because a proof is missing? Then nothing counts against it, and it can be said what would
 * settle it.
 */
export function lacksProofAlone({ outcome, factors, boundBy = [] }: Judged): boolean {
  const against = factors.filter(({ effect }) => effect === 'refer' || effect === 'reject')
  return (
    outcome === 'refer' &&
    against.length + boundBy.length > 0 &&
    against.every(({ level }) => level === 'UNAVAILABLE') &&
    boundBy.every(({ rule }) => rule !== 'cameraUndoubted' && (REQUIREMENTS as readonly string[]).includes(rule))
  )
}

/** What was checked and agrees, in one sentence, so that a reviewer knows what is left to check. */
export function agreementIn(factors: Judged['factors']): string | undefined {
  const agreeing = factors.flatMap(({ name, level }) => (level === 'HIGH' ? (factorNamed(name)?.agreement ?? []) : []))
  return agreeing.length ? `Checked and in order: ${agreeing.join('; ')}.` : undefined
}
