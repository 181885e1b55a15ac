import type { ImageName } from '../evidence/evidence-names.ts'
import { holderName } from '../evidence/stated-claims.ts'
import { imagesOf, type Session } from './session.ts'

/** How lists show whose session it is. */
export interface ShownPerson {
  name?: string
  thumbnail?: ImageName
}

/** The name that the document states, and the portrait of the document or else the selfie. */
export function shownPerson(session: Session): ShownPerson {
  const name = holderName(session)
  const images = imagesOf(session)
  const thumbnail = THUMBNAILS.find((image) => images[image])
  return { ...(name && { name }), ...(thumbnail && { thumbnail }) }
}

const THUMBNAILS: readonly ImageName[] = ['primary_face', 'face_cropped', 'face_original']
