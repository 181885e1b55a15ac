import type { Images } from '../ports/images.ts'
import type { SessionEffects } from '../ports/sessions.ts'
import type { Session } from '../session/session.ts'
import type { ImageName } from './evidence-names.ts'

/** Stores pictures under fresh names, in parallel: each waits for the disk. When one fails, the others are removed. */
export async function keepImages(
  images: Images,
  sessionId: string,
  pictures: Partial<Record<ImageName, Uint8Array>>,
): Promise<Partial<Record<ImageName, string>>> {
  const kept: Partial<Record<ImageName, string>> = {}
  const puts = await Promise.allSettled(
    Object.entries(pictures).map(async ([name, bytes]) => {
      kept[name as ImageName] = await images.put(sessionId, bytes)
    }),
  )
  const failed = puts.find((put) => put.status === 'rejected')
  if (!failed) return kept
  await dropImages(images, sessionId, Object.values(kept))
  throw failed.reason
}

/** Removes objects that no row refers to any more. What cannot be removed now is left for the sweep. */
export async function dropImages(images: Images, sessionId: string, objects: string[]): Promise<void> {
  await Promise.allSettled(objects.map((object) => images.remove(sessionId, object)))
}

/**
 * What pictures are recognised by when they are sent again. Nothing is kept about a person who is asked only for their
 * age.
 */
export const fingerprintsOf = (
  { flow }: Pick<Session, 'flow'>,
  pictures: NonNullable<SessionEffects['pictures']>,
): Pick<SessionEffects, 'pictures'> => (flow?.kind === 'age' ? {} : { pictures })
