import {
  type LessonRefused,
  MOST_TAUGHT_PICTURES,
  type PageLook,
  type TriedPage,
} from '../../actions/ports/teaching.ts'
import type { DocumentEntry, ImportView, PicturePreview, Tried } from '../../contract/console/documents.ts'
import type { TeachingObstacle } from '../../domain/vocabulary.ts'
import type { KnownDocument } from './actions/list-documents.ts'
import type { ReceivedDocument } from './actions/share-document.ts'

export function documentEntry({ taught, ...known }: KnownDocument): DocumentEntry {
  if (!taught) return known
  const { at, ...origin } = taught
  return { ...known, taught: { ...origin, atUtc: at.toISOString() } }
}

export const lookView = ({ picture, ...look }: PageLook): PicturePreview => ({ ...look, picture: dataUrl(picture) })

export function triedView({ recognised, reading, images }: TriedPage): Tried {
  const { taught, documentName, visual, side, authenticity } = reading
  const picture = images[`original_normalized_${side}`]
  const heatMap = images[`authenticity_${side}`]
  const reference = authenticity?.reference
  return {
    recognised,
    ...(recognised && taught && { agreement: taught.score }),
    documentName,
    fields: visual.map(({ name, value, confidence }) => ({ name, value, confidence })),
    ...(reference && {
      authenticity: {
        score: reference.score,
        places: reference.places ?? [],
        ...(reference.properties && { properties: { ...reference.properties } }),
      },
    }),
    ...(picture && { picture: dataUrl(picture) }),
    ...(heatMap && { heatMap: dataUrl(heatMap) }),
  }
}

export function importView({ model, signer, signerIs }: ReceivedDocument): ImportView {
  const { content, ...described } = model
  const fields = content.fields.map(({ name }) => name)
  return { ...described, fields, pictures: content.pictures, signer: signer.fingerprint, signerIs }
}

/** Why nothing could be learnt, for the person who taught. */
export function lessonProblem({ refusal, picture }: LessonRefused): string {
  const which = picture === undefined ? 'one of the pictures' : `picture ${picture + 1}`
  return {
    NO_PICTURES: 'Give at least one picture.',
    TOO_MANY_PICTURES: `${MOST_TAUGHT_PICTURES} pictures are enough: give no more.`,
    DOCUMENT_NOT_FOUND: `No document was found on ${which}. Take another one of it, with a little room around the document.`,
    DIFFERENT_DOCUMENTS: `${which.charAt(0).toUpperCase()}${which.slice(1)} does not show the same document as the others, or another side of it.`,
    TOO_LITTLE_PRINT:
      'Too little is left of the document when the values are taken away. Name fewer lines, or give another picture.',
  }[refusal]
}

/** Why a picture of a session does not teach, and what to do instead. */
export function notForTeachingProblem({ picture, obstacle }: { picture: number; obstacle: TeachingObstacle }): string {
  const why = {
    REJECTED: 'its session was rejected.',
    NOT_APPROVED:
      'two reviewers must have approved its session, or its chip must be trusted. Two reviewers approve a session where the tenant asks for four eyes.',
    DOUBTED:
      'its document is not clearly genuine by what was taught before, or by what was taught before pictures of sessions were used.',
    NOT_COMPARED: 'its session was not compared with this document.',
    TAUGHT: 'it shows a document that was taught before. Teach that one again.',
  }[obstacle]
  return `Picture ${picture + 1} cannot teach a document: ${why} Use a picture of a document that you know to be genuine: send it as a file.`
}

const dataUrl = (jpeg: Uint8Array): string => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
