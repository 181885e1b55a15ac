import { randomBytes } from 'node:crypto'
import type { FaceTemplate } from '../../../src/vision/face/face-template.ts'

/** Invented templates of two recognisers, with the right length, and as far from each other as strangers. */
export function anyFace(): FaceTemplate {
  const numbers = [...randomBytes(LENGTHS.first + LENGTHS.second)].map((byte) => byte - 127.5)
  const size = Math.hypot(...numbers)
  const parts = Object.entries(LENGTHS).map(([model, length]) => ({ model, length, curve: CURVE }))
  return { model: 'first+second', values: numbers.map((number) => number / size), curve: CURVE, parts }
}

const LENGTHS = { first: 512, second: 192 }
const CURVE: FaceTemplate['curve'] = [
  [0, 0],
  [1, 100],
]
