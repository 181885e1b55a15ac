import type { ImageName } from '../evidence/evidence-names.ts'
import type { EvidenceImages, FeaturePorts } from '../feature-types.ts'
import type { Ports } from '../ports/ports.ts'
import type { Session } from '../session/session.ts'
import { openSlot } from '../slot.ts'

export type BundlePorts = Pick<Ports, 'images' | keyof FeaturePorts>

/** One file of an evidence bundle. */
export interface BundledFile {
  /** Never one of the bundle's own: see evidence-format.ts. */
  name: `${string}.json`
  /** Undefined: the bundle has no such file. */
  read(ports: BundlePorts, session: Session): unknown
}

/** Files of features. */
export const bundledFiles = openSlot<BundledFile>('bundled files')

/** What was received as evidence, as it is stored; undefined without such evidence. */
export async function readReceived(
  { images }: Pick<Ports, 'images'>,
  { id, images: stored }: Session,
  part: keyof EvidenceImages,
  name: ImageName,
): Promise<unknown> {
  const object = stored[part]?.[name]
  if (!object) return undefined
  const bytes = await images.get(id, object)
  if (!bytes) throw new Error(`session ${id}: the file ${object} is missing`)
  return JSON.parse(Buffer.from(bytes).toString('utf8'))
}
