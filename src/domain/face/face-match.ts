import type { FaceTemplate, IdentityDocument } from '../document/document.ts'
import type { FaceReading } from './face.ts'

export type FaceMatch =
  | { comparable: true; cosine: number; score: number }
  | { comparable: false; because: 'no portrait' | 'different models' }

/** Compares the document's portrait with the selfie. Templates of different models have nothing to say to each other. */
export function matchFaces(document: IdentityDocument, face: FaceReading): FaceMatch {
  const portrait = document.pages.find((page) => page.portrait)?.portrait
  if (!portrait) return { comparable: false, because: 'no portrait' }
  if (!sameModel(portrait, face.template)) return { comparable: false, because: 'different models' }
  return { comparable: true, ...matchTemplates(portrait, face.template) }
}

/** Compares two templates of one model. */
export function matchTemplates(a: FaceTemplate, b: FaceTemplate): { cosine: number; score: number } {
  const cosine = cosineOf(a.values, b.values)
  return { cosine, score: onCurve(b.curve, cosine) }
}

/** Linear between the points of an ascending curve, flat beyond its ends. */
export function onCurve(curve: FaceTemplate['curve'], cosine: number): number {
  const above = curve.findIndex(([x]) => x >= cosine)
  if (above === -1) return curve.at(-1)?.[1] ?? 0
  const right = curve[above]
  const left = curve[above - 1]
  if (!right || !left) return right?.[1] ?? 0
  return left[1] + ((cosine - left[0]) / (right[0] - left[0])) * (right[1] - left[1])
}

function sameModel(a: FaceTemplate, b: FaceTemplate): boolean {
  return a.model === b.model && a.values.length === b.values.length && a.values.length > 0 && b.curve.length > 0
}

function cosineOf(a: number[], b: number[]): number {
  let dot = 0
  let lengthA = 0
  let lengthB = 0
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0
    dot += x * y
    lengthA += x * x
    lengthB += y * y
  }
  const lengths = Math.sqrt(lengthA * lengthB)
  return lengths === 0 ? 0 : dot / lengths
}
