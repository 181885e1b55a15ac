import { findFaces } from '../../face/detect-faces.ts'
import { type Portrait, takePortrait } from '../../face/take-portrait.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Desk } from '../../workbench.ts'
import { pickPortrait } from './pick-portrait.ts'

/** The portrait on the upright document, ready for comparison. Undefined when there is none. */
export async function findPrintedPortrait(desk: Desk, document: Picture): Promise<Portrait | undefined> {
  const faces = await desk.time('detect-faces', () => findFaces(desk.nets, document))
  const face = pickPortrait(faces, document)
  return face && takePortrait(desk, document, face)
}
