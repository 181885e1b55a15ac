import type { FaceReading } from '../../../vision/face/face-reading.ts'
import { type Likeness, matchTemplates } from '../../../vision/face/match-templates.ts'
import type { IdentityDocument } from '../document/document.ts'

type FaceMatch = ({ comparable: true } & Likeness) | { comparable: false; because: 'no portrait' | 'different models' }

/** Compares the document's portrait with the selfie. Templates of different models cannot be compared. */
export function matchFaces(document: IdentityDocument, face: FaceReading): FaceMatch {
  const portrait = document.pages.find((page) => page.portrait)?.portrait
  if (!portrait) return { comparable: false, because: 'no portrait' }
  const likeness = matchTemplates(portrait, face.template)
  return likeness ? { comparable: true, ...likeness } : { comparable: false, because: 'different models' }
}
