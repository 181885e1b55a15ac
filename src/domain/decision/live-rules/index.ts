import { capabilityLiveRules } from '../../../capabilities/live-rules.ts'
import { findSpecimenMarks, isOfNoIssuer } from '../../document/specimen.ts'
import { kindOfCredential } from '../../proofs/credential-reading.ts'
import { SPECIMEN_SCORE } from '../factors/document-authenticity.ts'
import { signedLikenesses, takesWithoutPortrait } from '../factors/face-verification.ts'
import type { Evidence } from '../factors/factor.ts'
import type { PolicyRules } from '../policy.ts'
import { proofsOf } from '../proofs.ts'
import { type DecisionOutcome, OUTCOMES, stops } from '../rule.ts'
import { assuranceRules } from './assurance.ts'
import type { LiveRule, PolicyFlow } from './live-rule.ts'

/** A specimen is never approved automatically. */
const noSpecimen: LiveRule = {
  name: 'noSpecimen',
  outcome: 'refer',
  applies({ document, chip, credential }) {
    const issuer = chip?.mrz.fields.issuing_state_or_organization ?? ''
    const marks = [
      ...(document ? findSpecimenMarks(document) : []),
      ...(credential && !kindOfCredential(credential).country ? ['the issuer of its credential isn’t a country'] : []),
      ...(isOfNoIssuer(issuer) ? [`its chip names the issuer ${issuer}, which isn’t a country`] : []),
    ]
    return marks.length ? `This is a specimen, which is never approved in live mode: ${marks.join(', ')}.` : undefined
  },
  contradiction({ factors }) {
    if (stops(factors.documentAuthenticity, SPECIMEN_SCORE)) return undefined
    return 'factors.documentAuthenticity: a specimen must not be approved in live mode, so it must be enabled and refer or reject what is LOW'
  },
}

/** Whatever stands in for the document, chip or credential, is proven to be what its issuer made. */
const documentProven: LiveRule = {
  name: 'documentProven',
  outcome: 'refer',
  applies(evidence) {
    if (!evidence.steps.includes('document') || evidence.document?.pages.length) return undefined
    const [unproven] = proofsOf(evidence).filter(({ isProven }) => isProven === false)
    return unproven && `The ${unproven.name} replaces the document, and nobody trusted vouches for it.`
  },
}

/** What stands in for the document shows a portrait, and the selfie is compared with it. */
const portraitCompared: LiveRule = {
  name: 'portraitCompared',
  outcome: 'refer',
  applies(evidence) {
    const { steps, document, chip, credential } = evidence
    if (!steps.includes('document') || !steps.includes('face') || document?.pages.length) return undefined
    if (!(chip || credential) || takesWithoutPortrait(evidence) || signedLikenesses(evidence).length) return undefined
    return 'What replaces the document has no portrait that the selfie was compared with.'
  },
}

/** Every rule that binds in live mode, whatever the policy says. Those of capabilities come from their own list; those of a level of assurance bind on that level. */
const liveRules: readonly LiveRule[] = [
  noSpecimen,
  ...capabilityLiveRules,
  documentProven,
  portraitCompared,
  ...assuranceRules,
]

/** A rule that made the outcome stricter than the policy alone. */
export interface BoundBy {
  rule: string
  outcome: LiveRule['outcome']
  reason: string
}

const isStricter = (one: DecisionOutcome, other: DecisionOutcome): boolean =>
  OUTCOMES.indexOf(one) > OUTCOMES.indexOf(other)

/** The rules that are stricter on this evidence than what the policy decided. While testing nothing binds. */
export function bindingOn(evidence: Evidence, decided: DecisionOutcome): BoundBy[] {
  if ((evidence.mode ?? 'live') !== 'live') return []
  return liveRules
    .filter(({ outcome }) => isStricter(outcome, decided))
    .flatMap(({ name, outcome, applies }) => {
      const reason = applies(evidence)
      return reason === undefined ? [] : [{ rule: name, outcome, reason }]
    })
}

/** The outcome once the rules have spoken. */
export const boundOutcome = (decided: DecisionOutcome, boundBy: readonly BoundBy[]): DecisionOutcome =>
  boundBy.reduce((strictest, { outcome }) => (isStricter(outcome, strictest) ? outcome : strictest), decided)

/** Why a policy must not be taken into use; empty where it may. */
export const contradictionsOf = (policy: PolicyRules, flow: PolicyFlow): string[] =>
  liveRules.flatMap((rule) => rule.contradiction?.(policy, flow) ?? [])
