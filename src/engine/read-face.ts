import type { FaceResult } from '../actions/ports.ts'
import { type Result, refuse } from '../domain/result.ts'
import type { FaceRefusal } from '../domain/vocabulary.ts'
import { decode } from './steps/decode.ts'
import type { Workbench } from './workbench.ts'

/** A selfie → a face ready for comparison, or why not. No face can be found yet. */
export async function readFace(bench: Workbench, bytes: Uint8Array): Promise<Result<FaceResult, FaceRefusal>> {
  await bench.time('decode', () => decode(bytes, bench.settings.maxMegapixels))
  return refuse('FACE_NOT_FOUND')
}
