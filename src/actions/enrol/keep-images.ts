import type { ImageName } from '../../domain/vocabulary.ts'
import type { Images } from '../ports/images.ts'

/** Stores pictures under fresh names. When one fails, the ones before it are taken back. */
export async function keepImages(
  images: Images,
  sessionId: string,
  pictures: Partial<Record<ImageName, Uint8Array>>,
): Promise<Partial<Record<ImageName, string>>> {
  const kept: Partial<Record<ImageName, string>> = {}
  try {
    for (const [name, bytes] of Object.entries(pictures)) kept[name as ImageName] = await images.put(sessionId, bytes)
  } catch (error) {
    await dropImages(images, sessionId, Object.values(kept))
    throw error
  }
  return kept
}

/** Removes objects that no row points at any more. What cannot be removed now is left for the sweep. */
export async function dropImages(images: Images, sessionId: string, objects: string[]): Promise<void> {
  await Promise.allSettled(objects.map((object) => images.remove(sessionId, object)))
}
