import { doubtsOf, judgeFilmOf } from '../../camera/judge-camera.ts'
import type { PageReading } from '../../document/document.ts'
import { barcodeOf, mrzOf } from '../../document/view.ts'
import type { Part } from '../../vocabulary.ts'
import { LEVELS_OF_ASSURANCE, REQUIREMENTS, type Requirement } from '../assurance.ts'
import { documentAuthenticity } from '../factors/document-authenticity.ts'
import { type Evidence, isList, pagesOf } from '../factors/factor.ts'
import { OPERATING_POINT } from '../rule.ts'
import type { LiveRule } from './live-rule.ts'

/** What a level demands of a session, and what is said where it is not there. */
const lacks: Record<Requirement, (evidence: Evidence) => string | undefined> = {
  /** The page says what its camera did, and the service saw the frames: a file has neither. */
  documentFilmed(evidence) {
    const apart = unattestedSides(evidence).filter(
      ({ side, film }) => evidence.capture?.sources[side] !== 'camera' || !film?.same,
    )
    return apart.length
      ? `The ${namesOf(apart)} was not filmed by the camera of the hosted page: take the picture there.`
      : undefined
  },
  /** Cross checks refer where a zone says something else; here there must be a second zone at all. */
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
  /** Where a proof vouches for the document, how its pictures came matters no longer; a selfie has no other proof. */
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
  documentAttested: (evidence) =>
    unattestedSides(evidence).length
      ? 'The document has no proof that cannot be drawn: no trusted chip, credential or signed barcode, and no reference.'
      : undefined,
}

/** The pages of a document that no proof vouches for; where one does, how its pictures came matters no longer. */
function unattestedSides(evidence: Evidence): PageReading[] {
  const pages = pagesOf(evidence)
  if (!isList(pages)) return []
  const finding = documentAuthenticity.find(evidence)
  return finding.kind === 'scored' && finding.score > OPERATING_POINT ? [] : pages
}

const namesOf = (pages: readonly PageReading[]): string => pages.map(({ side }) => side).join(' and the ')

/** Each binds where the session is decided on a level that requires it. */
export const assuranceRules: readonly LiveRule[] = REQUIREMENTS.map((name) => ({
  name,
  outcome: 'refer',
  applies(evidence) {
    const level = evidence.assurance
    return level && LEVELS_OF_ASSURANCE[level].requires.includes(name) ? lacks[name](evidence) : undefined
  },
}))
