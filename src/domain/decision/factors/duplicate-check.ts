import { cautious } from '../rule.ts'
import { type Factor, scored, unavailable, unknown } from './factor.ts'

/** Was this document or this face seen in another session of the tenant? People do come back, so one match refers. */
export const duplicateCheck = {
  name: 'duplicateCheck',
  question: 'Are the document and the face new to this service?',
  // People come back, and a match of faces can err: this refers, it does not reject.
  defaultRule: { ...cautious, enabled: false, high: 75, medium: 25, weight: 1, onLow: 'refer' },
  find({ duplicates, face: selfie, person, age }) {
    if (age) return unavailable('flow', 'Nothing is kept of whoever is asked for their age alone.')
    if (person) return unavailable('flow', 'A returning person is known to this service.')
    if (!duplicates) return unknown('Earlier sessions were not searched.')

    const { documentNumber, face, uncompared } = duplicates
    const used = {
      sessionsWithDocumentNumber: documentNumber.length,
      sessionsWithFace: face.length,
      ...(uncompared && { facesOfOtherModels: uncompared }),
    }
    if (!documentNumber.length && !face.length) {
      return scored(100, `Neither the document nor the face was seen in another session${left(uncompared)}.`, used)
    }
    const otherFace = selfie !== undefined && documentNumber.some((id) => !face.includes(id))
    const otherDocument = face.some((id) => !documentNumber.includes(id))
    if (otherFace) return scored(0, 'The document number was seen in another session with a different face.', used)
    if (otherDocument) return scored(40, 'The face was seen in another session with a different document.', used)
    return scored(60, 'The same person and document were seen in another session.', used)
  },
} as const satisfies Factor

const left = (uncompared: number | undefined): string =>
  uncompared ? `, of ${uncompared} with a face that another model read only the document was compared` : ''
