import {
  documentAuthenticity,
  isChipAloneTooLittle,
  SPECIMEN_SCORE,
} from '../../../features/document/factors/document-authenticity.ts'
import {
  isPortraitCompared,
  signedLikenesses,
  takesWithoutPortrait,
} from '../../../features/selfie/factors/face-verification.ts'
import { isGenuine, kindOfCredential } from '../../../features/wallet/domain/credential-reading.ts'
import type { PageReading } from '../../../vision/document/page-reading.ts'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { OPERATING_POINT } from '../../../vision/operating-point.ts'
import { doubtsOf, judgeFilmOf } from '../../evidence/camera/judge-camera.ts'
import { findSpecimenMarks, isOfNoIssuer } from '../../evidence/document/specimen.ts'
import { barcodeOf, mrzOf } from '../../evidence/document/view.ts'
import type { Part } from '../../session/session-words.ts'
import { REQUIREMENTS, type Requirement } from '../../vocabulary.ts'
import { LEVELS_OF_ASSURANCE } from '../assurance.ts'
import { type Evidence, isList, pagesOf } from '../factors/factor.ts'
import type { PolicyRules } from '../policy.ts'
import { proofsOf } from '../proofs.ts'
import { type DecisionOutcome, OUTCOMES, stops } from '../rule.ts'
import { featureLiveRules, type LiveRule, type PolicyFlow } from './live-rule.ts'

/** What a level requires of a session, and the sentence that says what is missing. */
const lacks: Record<Requirement, (evidence: Evidence) => string | undefined> = {
  /** The page reports what its camera did, and the service saw the frames: a file has neither. */
  documentFilmed(evidence) {
    const apart = unattestedSides(evidence).filter(
      ({ side, film }) => evidence.capture?.sources[side] !== 'camera' || !film?.same,
    )
    return apart.length
      ? `The camera of the hosted page did not film the ${namesOf(apart)}: take the picture there.`
      : undefined
  },
  /** Cross checks refer if a zone differs; here a second zone must exist at all. */
  zonesCompared(evidence) {
    if (!unattestedSides(evidence).length || mrzOf(evidence.document) || evidence.seal) return undefined
    return Object.keys(barcodeOf(evidence.document)?.fields ?? {}).length
      ? undefined
      : 'The document has no MRZ and no barcode that its print could be compared with.'
  },
  picturesJudged(evidence) {
    const apart = unattestedSides(evidence).filter(
      ({ authenticity, recapture }) => !authenticity?.edits || recapture?.screenUnjudged,
    )
    return apart.length
      ? `It cannot be seen whether the picture of the ${namesOf(apart)} was changed or taken from a screen: take it from closer.`
      : undefined
  },
  /** If a proof confirms the document, how its pictures came no longer matters; a selfie has no other proof. */
  cameraUndoubted(evidence) {
    const found = [
      ...unattestedSides(evidence).map((page) => ({
        part: page.side as Part,
        signals: { ...evidence.capture?.cameras?.[page.side], ...judgeFilmOf(page.film) },
      })),
      { part: 'FACE' as Part, signals: evidence.capture?.cameras?.FACE ?? {} },
    ].flatMap(({ part, signals }) => {
      const doubts = doubtsOf(signals)
      return doubts.length ? [`${part}: ${doubts.join(', ')}`] : []
    })
    return found.length ? `The pictures may come from a program instead of a camera. ${found.join('. ')}.` : undefined
  },
  documentAttested(evidence) {
    if (unattestedSides(evidence).length)
      return 'The document has no proof that cannot be drawn: no trusted chip, credential or signed barcode, and no reference.'
    if (!isReplaced(evidence) || !evidence.chip || !isChipAloneTooLittle(evidence)) return undefined
    const { credential } = evidence
    if (credential && isGenuine(credential) && isPortraitCompared(credential.portrait, evidence)) return undefined
    return 'The chip replaces the document and did not show that it is not a copy (active authentication is absent): another proof is needed.'
  },
}

/** The pages of a document that no proof confirms; if one does, how its pictures came no longer matters. */
function unattestedSides(evidence: Evidence): PageReading[] {
  const pages = pagesOf(evidence)
  if (!isList(pages)) return []
  const finding = documentAuthenticity.find(evidence)
  return finding.kind === 'scored' && finding.score > OPERATING_POINT ? [] : pages
}

const namesOf = (pages: readonly PageReading[]): string => pages.map(({ side }) => side).join(' and the ')

/** Each rule binds if the session is decided on a level that requires it. */
const assuranceRules: readonly LiveRule[] = REQUIREMENTS.map((name) => ({
  name,
  outcome: 'refer',
  applies(evidence) {
    const level = evidence.assurance
    return level && LEVELS_OF_ASSURANCE[level].requires.includes(name) ? lacks[name](evidence) : undefined
  },
}))

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

/** What replaces the document, a chip or a credential, must be proven to be what its issuer made. */
const documentProven: LiveRule = {
  name: 'documentProven',
  outcome: 'refer',
  applies(evidence) {
    if (!evidence.steps.includes('document') || evidence.document?.pages.length) return undefined
    const [unproven] = proofsOf(evidence).filter(({ isProven }) => isProven === false)
    return unproven && `The ${unproven.name} replaces the document, and no trusted issuer confirms it.`
  },
}

const isReplaced = ({ steps, document }: Evidence): boolean => steps.includes('document') && !document?.pages.length

/**
 * What replaces or proves the document must show a portrait that is compared with the selfie, and with the one in print:
 * otherwise somebody else's picture could be glued on the document that it belongs to. One that was compared is enough,
 * because all proofs must be of the same person.
 */
const portraitCompared: LiveRule = {
  name: 'portraitCompared',
  outcome: 'refer',
  applies(evidence) {
    const { steps, chip, credential } = evidence
    if (!steps.includes('document') || takesWithoutPortrait(evidence)) return undefined
    if (isReplaced(evidence)) {
      if (!steps.includes('face') || !(chip || credential) || signedLikenesses(evidence).length) return undefined
      return 'What replaces the document has no portrait that the selfie was compared with.'
    }
    const proving = provingOf(evidence)
    if (!proving.length || proving.some(({ portrait }) => isPortraitCompared(portrait, evidence))) return undefined
    return `The portrait of the ${proving.map(({ name }) => name).join(' and the ')} could not be compared with the selfie and with the one on the document.`
  },
}

/** What an issuer signed and could prove the document with, and holds a portrait or should. */
const provingOf = ({ chip, credential, seal }: Evidence): { name: string; portrait: FaceTemplate | undefined }[] => [
  ...(chip?.verdict === 'TRUSTED' ? [{ name: 'chip', portrait: chip.portrait }] : []),
  ...(credential && isGenuine(credential) ? [{ name: 'credential', portrait: credential.portrait }] : []),
  ...(seal?.verdict === 'TRUSTED' && (seal.portrait || seal.portraitUnread)
    ? [{ name: 'signed barcode', portrait: seal.portrait }]
    : []),
]

/**
 * Every rule that binds in live mode, whatever the policy says. Features have their own list; the rules of a level
 * of assurance bind on that level.
 */
const liveRules = (): readonly LiveRule[] => [
  noSpecimen,
  ...featureLiveRules.parts(),
  documentProven,
  portraitCompared,
  ...assuranceRules,
]

/** A rule that made the outcome stricter than the policy. */
export interface BoundBy {
  rule: string
  outcome: LiveRule['outcome']
  reason: string
}

const isStricter = (one: DecisionOutcome, other: DecisionOutcome): boolean =>
  OUTCOMES.indexOf(one) > OUTCOMES.indexOf(other)

/** The rules that are stricter on this evidence than the policy's decision. In test mode nothing binds. */
export function bindingOn(evidence: Evidence, decided: DecisionOutcome): BoundBy[] {
  if ((evidence.mode ?? 'live') !== 'live') return []
  return liveRules()
    .filter(({ outcome }) => isStricter(outcome, decided))
    .flatMap(({ name, outcome, applies }) => {
      const reason = applies(evidence)
      return reason === undefined ? [] : [{ rule: name, outcome, reason }]
    })
}

/** Why a rule applies to this evidence, in whatever mode; undefined if it does not. */
export const findByRule = (name: LiveRule['name'], evidence: Evidence): string | undefined =>
  liveRules()
    .find((rule) => rule.name === name)
    ?.applies(evidence)

/** The outcome after the rules were applied. */
export const boundOutcome = (decided: DecisionOutcome, boundBy: readonly BoundBy[]): DecisionOutcome =>
  boundBy.reduce((strictest, { outcome }) => (isStricter(outcome, strictest) ? outcome : strictest), decided)

/** Why a policy must not be used; empty if it may. */
export const contradictionsOf = (policy: PolicyRules, flow: PolicyFlow): string[] =>
  liveRules().flatMap((rule) => rule.contradiction?.(policy, flow) ?? [])
