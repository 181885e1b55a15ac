import {
  type Factor,
  type FactorsByName,
  scored,
  unavailable,
  unknown,
} from '../../../kernel/decision/factors/factor.ts'
import { cautious } from '../../../kernel/decision/rule.ts'
import type { Duplicates } from '../domain/duplicates.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureFactors extends FactorsByName<typeof duplicateFactors> {}
}

/**
 * Was this document or this face seen in another session of the tenant? People do return, so a single match only
 * refers.
 */
export const duplicateCheck = {
  name: 'duplicateCheck',
  place: 180,
  question: 'Are the document and the face new to this service?',
  agreement: 'document and face are new',
  // People return, and a match of faces can be wrong, so this refers and does not reject.
  defaultRule: { ...cautious, enabled: false, high: 75, medium: 25, weight: 1, onLow: 'refer' },
  onLevel: { standard: { enabled: true } },
  against: ({ used }) => (used.changed ? [] : [{ code: 'OTHER_SESSION' }]),
  find({ duplicates, face: selfie, person, age }) {
    if (age) return unavailable('flow', 'Nothing is kept about a person who is asked only for their age.')
    if (person) return unavailable('flow', 'A returning person is known to this service.')
    if (!duplicates) return unknown('Earlier sessions were not searched.')

    const { documentNumber, documentPicture, othersAlike = [], uncompared, changed, facesUnsearched } = duplicates
    const face = duplicates.face.filter((id) => !othersAlike.includes(id))
    const used = {
      sessionsWithDocumentNumber: documentNumber.length,
      sessionsWithFace: duplicates.face.length,
      ...(documentPicture && { sessionsWithDocumentPicture: documentPicture.length }),
      ...(othersAlike.length > 0 && { sessionsOfOthersAlike: othersAlike.length }),
      ...(uncompared && { facesOfOtherModels: uncompared }),
    }
    const reasons = reasonsOf({ ...duplicates, face }, selfie !== undefined)
    const [worst] = reasons
    if (worst) return scored(worst.score, reasons.map(({ reason }) => reason).join(' '), used)
    if (changed)
      return scored(CHANGED, 'What is kept of earlier sessions was changed in the database: some may be missing.', {
        ...used,
        changed: true,
      })
    if (facesUnsearched) return unknown(UNSEARCHED, { ...used, facesUnsearched: true })
    if (othersAlike.length)
      return scored(
        100,
        `The face was seen ${inOthers(othersAlike.length)}, where a reviewer said that it is another person.`,
        used,
      )
    return scored(100, `Neither the document nor the face was seen in another session${left(uncompared)}.`, used)
  },
} as const satisfies Factor

export const UNSEARCHED = 'The faces of earlier sessions were still being loaded, and were not searched.'

/** As for a face that was seen with another document: a person looks. */
const CHANGED = 40

/** The reasons to refer because of other sessions, with their number, the most serious first. */
function reasonsOf({ documentNumber, face, documentPicture = [] }: Duplicates, hasSelfie: boolean) {
  const otherFace = hasSelfie ? documentNumber.filter((id) => !face.includes(id)) : []
  const otherDocument = face.filter((id) => !documentNumber.includes(id))
  const both = documentNumber.filter((id) => !otherFace.includes(id))
  return [
    {
      score: 0,
      count: otherFace.length,
      says: (where: string) => `The document number was seen ${where} with a different face.`,
    },
    {
      score: 40,
      count: otherDocument.length,
      says: (where: string) => `The face was seen ${where} with a different document.`,
    },
    {
      score: 40,
      count: documentPicture.length,
      says: (where: string) => `The picture of the document was sent ${where}.`,
    },
    { score: 60, count: both.length, says: (where: string) => `The same person and document were seen ${where}.` },
  ]
    .filter(({ count }) => count > 0)
    .map(({ score, count, says }) => ({ score, reason: says(inOthers(count)) }))
}

const inOthers = (count: number): string => (count === 1 ? 'in another session' : `in ${count} other sessions`)

const left = (uncompared: number | undefined): string =>
  uncompared ? `; in ${uncompared}, whose faces were read by another model, only the document was compared` : ''

export const duplicateFactors = [duplicateCheck] as const satisfies Factor[]
