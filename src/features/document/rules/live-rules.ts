import { levelsOfAssurance, REQUIREMENTS, type Requirement } from '../../../kernel/decision/assurance.ts'
import { type Evidence, isList } from '../../../kernel/decision/factors/factor.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
import type { CaseFinding } from '../../../kernel/decision/findings.ts'
import type { LiveRule } from '../../../kernel/decision/live-rule.ts'
import {
  isPortraitCompared,
  provingOf,
  signedLikenesses,
  takesWithoutPortrait,
} from '../../../kernel/decision/portraits.ts'
import { type Proof, replacingProofsOf, signedProofsOf } from '../../../kernel/decision/proof.ts'
import { proofsOf } from '../../../kernel/decision/proofs.ts'
import { stops } from '../../../kernel/decision/rule.ts'
import { doubtsOf, judgeFilmOf } from '../../../kernel/evidence/camera/judge-camera.ts'
import { findSpecimenMarks } from '../../../kernel/evidence/document/specimen.ts'
import { barcodeOf, mrzOf } from '../../../kernel/evidence/document/view.ts'
import type { Part } from '../../../kernel/session/session-words.ts'
import type { PageReading } from '../../../vision/document/page-reading.ts'
import { OPERATING_POINT } from '../../../vision/operating-point.ts'
import { documentAuthenticity, isTooLittleAlone, SPECIMEN_SCORE } from '../factors/document-authenticity.ts'

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
    if (!unattestedSides(evidence).length || mrzOf(evidence.document) || hasSignedZone(evidence)) return undefined
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
    if (!isReplaced(evidence)) return undefined
    const replacing = replacingProofsOf(evidence)
    const copied = replacing.find((proof) => isTooLittleAlone(proof, evidence))
    const isOther = ({ isTrusted, mayBeCopied, portrait }: Proof) =>
      isTrusted && !mayBeCopied && isPortraitCompared(portrait, evidence)
    if (!copied || replacing.some(isOther)) return undefined
    return `The ${copied.name} replaces the document and did not show that it is not a copy (active authentication is absent): another proof is needed.`
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
const assuranceRules: readonly LiveRule[] = REQUIREMENTS.map((name, at) => ({
  name,
  place: 90 + at,
  outcome: 'refer',
  applies(evidence) {
    const level = evidence.assurance
    return level && levelsOfAssurance()[level].requires.includes(name) ? lacks[name](evidence) : undefined
  },
}))

/** A specimen is never approved automatically. */
const noSpecimen: LiveRule = {
  name: 'noSpecimen',
  place: 10,
  outcome: 'refer',
  applies({ document, ...readings }) {
    const marks = [
      ...(document ? findSpecimenMarks(document) : []),
      ...signedProofsOf(readings).flatMap(({ specimen }) => specimen ?? []),
    ]
    return marks.length ? `This is a specimen, which is never approved in live mode: ${marks.join(', ')}.` : undefined
  },
  contradiction({ factors }) {
    if (stops(factors.documentAuthenticity, SPECIMEN_SCORE)) return undefined
    return 'factors.documentAuthenticity: a specimen must not be approved in live mode, so it must be enabled and refer or reject what is LOW'
  },
}

/** What replaces the document must be proven to be what its issuer made. */
const documentProven: LiveRule = {
  name: 'documentProven',
  place: 70,
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
  place: 80,
  outcome: 'refer',
  applies(evidence) {
    const { steps } = evidence
    if (!steps.includes('document') || takesWithoutPortrait(evidence)) return undefined
    if (isReplaced(evidence)) {
      if (!steps.includes('face') || !replacingProofsOf(evidence).length || signedLikenesses(evidence).length)
        return undefined
      return 'What replaces the document has no portrait that the selfie was compared with.'
    }
    const proving = provingOf(evidence)
    if (!proving.length || proving.some(({ portrait }) => isPortraitCompared(portrait, evidence))) return undefined
    return `The portrait of the ${proving.map(({ name }) => name).join(' and the ')} could not be compared with the selfie and with the one on the document.`
  },
}

const hasSignedZone = (evidence: Evidence): boolean => signedProofsOf(evidence).some(({ isZone }) => isZone)

/** Rules of live mode about the document, and what the levels of assurance require of it. */
export const documentLiveRules: readonly LiveRule[] = [noSpecimen, documentProven, portraitCompared, ...assuranceRules]

/** To try out the service, specimens are used: in test mode they are no finding. */
export function findSpecimen(evidence: Evidence): CaseFinding[] {
  const reason = evidence.mode === 'test' ? undefined : noSpecimen.applies(evidence)
  return reason === undefined ? [] : [{ code: 'SPECIMEN', cause: noSpecimen.name, reason }]
}
