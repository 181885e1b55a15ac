import type { Mark } from '../../formats/result.ts'
import { BadPicture, type FaceResult, type PageResult } from '../../vision/engine.ts'
import type { Ports } from '../ports/ports.ts'

/** What the engine sees in a picture that belongs to no session. */
export type Look =
  | { is: 'document'; found: PageResult }
  | { is: 'face'; found: FaceResult }
  | { is: 'refused'; refusals: Refusals; hints: readonly string[]; marks: readonly Mark[] }
  | { is: 'no picture'; problem: string }

/** Why it is neither a document nor a face; only one of them if the other was not asked for. */
interface Refusals {
  document?: string
  face?: string
}

/** Reads a picture as a document, and otherwise as a face. Nothing is stored. */
export async function lookAtPicture(
  { engine }: Pick<Ports, 'engine'>,
  bytes: Uint8Array,
  as?: 'document' | 'face',
): Promise<Look> {
  try {
    const page = as === 'face' ? undefined : await engine.readPage(bytes)
    if (page?.ok) return { is: 'document', found: page.value }
    const face = as === 'document' ? undefined : await engine.readFace(bytes)
    if (face?.ok) return { is: 'face', found: face.value }
    return {
      is: 'refused',
      refusals: { document: page?.refusal, face: face?.refusal },
      hints: [...(page?.hints ?? []), ...(face?.hints ?? [])],
      marks: [...(page?.marks ?? []), ...(face?.marks ?? [])],
    }
  } catch (error) {
    if (!(error instanceof BadPicture)) throw error
    return { is: 'no picture', problem: error.message }
  }
}

/** The picture to draw on: upright, a JPEG, whatever it shows. */
export const uprightPicture = async ({ engine }: Pick<Ports, 'engine'>, bytes: Uint8Array): Promise<Uint8Array> =>
  (await engine.rewritePicture(bytes)).image
