import type { Session } from '../session.ts'
import { ASSURANCE_LEVELS, type Assurance } from '../vocabulary.ts'
import type { Decision } from './decide.ts'
import { causesOf } from './explanation.ts'
import { factorNamed } from './factors/index.ts'

/** Sessions that were decided under a policy of the tenant's own, where no level was chosen. */
type Decider = Assurance | 'policy'

/** How sessions of one level ended, and why some went to a person. */
export interface LevelOutcomes {
  decider: Decider
  sessions: number
  approved: number
  rejected: number
  referred: number
  /** The first reason of each referral, the most frequent first. */
  reasons: { what: string; remedy: string; sessions: number }[]
}

/** Counts the first decision of each session, before any reviewer. */
export function countReferrals() {
  const counted = new Map<Decider, Omit<LevelOutcomes, 'reasons' | 'decider'> & { reasons: Map<string, number> }>()
  return {
    add(session: Pick<Session, 'document' | 'decision'>, decider: Decider): void {
      const { decision } = session
      if (!decision) return
      const of = counted.get(decider) ?? { sessions: 0, approved: 0, rejected: 0, referred: 0, reasons: new Map() }
      counted.set(decider, of)
      of.sessions += 1
      if (decision.outcome === 'approve') of.approved += 1
      if (decision.outcome === 'reject') of.rejected += 1
      if (decision.outcome !== 'refer') return
      of.referred += 1
      const { what, remedy } = whyReferred(session, decision)
      const key = JSON.stringify([what, remedy])
      of.reasons.set(key, (of.reasons.get(key) ?? 0) + 1)
    },
    outcomes: (): LevelOutcomes[] =>
      [...ASSURANCE_LEVELS, 'policy' as const].flatMap((decider) => {
        const of = counted.get(decider)
        if (!of) return []
        const reasons = [...of.reasons].map(([key, sessions]) => {
          const [what = '', remedy = ''] = JSON.parse(key) as string[]
          return { what, remedy, sessions }
        })
        return [{ decider, ...of, reasons: reasons.toSorted((a, b) => b.sessions - a.sessions) }]
      }),
  }
}

const LOOK = 'A person has to look.'
const PROVE = 'Teach it, or read its chip, or take a wallet credential.'

/** What would remove a reason, by the factor or rule that gives it. */
const REMEDIES: Record<string, string> = {
  documentAttested: PROVE,
  documentFilmed: 'Send people to the hosted page, and let its camera take the pictures.',
  zonesCompared: 'Ask for a passport or a card with an MRZ, or read a chip.',
  picturesJudged: 'Let the hosted page take the pictures: it asks for larger ones.',
  cameraUndoubted: 'Ask people to switch off virtual cameras and extensions that replace the camera.',
  challengePassed: 'Send people to the hosted page, which asks for the challenge.',
  captureIntegrity: 'Let the hosted page take the pictures.',
  overallOcrFieldsConfidence: 'Let the hosted page take the pictures: it guides people to readable ones.',
  dateOfExpiration: 'Say on your page that the document must be valid.',
  duplicateCheck: 'Use the flow returning for people who come again.',
  captureCompleteness: 'Let the hosted page take the pictures: it says what is wrong with one.',
}

function whyReferred({ document }: Pick<Session, 'document'>, decision: Decision): { what: string; remedy: string } {
  const [bound] = decision.boundBy ?? []
  const [cause] = causesOf(decision)
  const name = bound?.rule ?? cause?.factor ?? ''
  const factor = decision.factors.find((each) => each.name === name)
  const { country = 'an unknown issuer', type } = document?.pages[0] ?? {}
  if (name === 'documentAttested' || (name === 'documentAuthenticity' && factor?.level === 'UNAVAILABLE')) {
    const kind = type ? `${type.toLowerCase().replaceAll('_', ' ')} of ${country}` : 'document'
    return { what: `Nothing proves the ${kind}`, remedy: PROVE }
  }
  return {
    what: factorNamed(name)?.question ?? RULE_WORDS[name] ?? 'Something was found',
    remedy: REMEDIES[name] ?? LOOK,
  }
}

const RULE_WORDS: Record<string, string> = {
  documentFilmed: 'The page’s camera did not film the document',
  zonesCompared: 'The document has no MRZ and no barcode',
  picturesJudged: 'The pictures are too small to judge',
  cameraUndoubted: 'The camera may be a program',
  challengePassed: 'The challenge was not passed',
  noSpecimen: 'It is a specimen',
}
