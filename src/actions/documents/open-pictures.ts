import { findTeachingObstacle } from '../../domain/document/may-teach.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import { PAGE_SIDES, type TeachingObstacle } from '../../domain/vocabulary.ts'
import { findCase } from '../admin/tenant-scope.ts'
import type { Ports } from '../ports/ports.ts'
import type { Examiner } from '../review/claim-case.ts'
import { openCaseImage } from '../review/open-case.ts'

/** A picture to teach with or to try: bytes that were just sent, or one of a session's own. */
type GivenPicture = { bytes: Uint8Array } | { sessionId: string; image: string }

/** The bytes of each. One of a session is opened as any look at it is: for those who see its tenant, and on record. */
export async function openPictures(
  ports: Pick<Ports, 'sessions' | 'images' | 'reviewQueue' | 'audit' | 'clock'>,
  examiner: Examiner,
  pictures: readonly GivenPicture[],
): Promise<Result<Uint8Array[], 'NOT_FOUND'>> {
  const opened: Uint8Array[] = []
  for (const picture of pictures) {
    if ('bytes' in picture) {
      opened.push(picture.bytes)
      continue
    }
    const read = await openCaseImage(ports, examiner, picture.sessionId, picture.image)
    if (!read.ok) return refuse('NOT_FOUND')
    opened.push(read.value)
  }
  return accept(opened)
}

interface NotForTeaching {
  /** The first picture that must not be used, from 0. */
  picture: number
  obstacle: TeachingObstacle
}

/**
 * Whether pictures of sessions may teach this document, a new one when `id` is absent; what is refused is on record. A draft
 * that was never in use counts as new: nothing was compared with it. Pictures that somebody sends are theirs to answer for.
 */
export async function findNotForTeaching(
  ports: Pick<Ports, 'sessions' | 'reviewQueue' | 'reviews' | 'documentModels' | 'audit' | 'clock'>,
  examiner: Examiner,
  pictures: readonly (object | { sessionId: string; image: string })[],
  id?: string,
): Promise<Result<NotForTeaching | undefined, 'NOT_FOUND'>> {
  const model = id !== undefined && (await wasInUse(ports, id)) ? id : undefined
  for (const [picture, given] of pictures.entries()) {
    if (!('sessionId' in given)) continue
    const { sessionId, image } = given
    const side = PAGE_SIDES.find((each) => image === `original_${each}`)
    const found = side && (await findCase(ports, examiner, sessionId))
    const session = found && (await ports.sessions.load(found.tenant, sessionId))
    if (!side || !session) return refuse('NOT_FOUND')
    const obstacle = findTeachingObstacle({ session, acts: await ports.reviews.of(sessionId), side, model })
    if (!obstacle) continue
    await ports.audit.record({
      at: ports.clock(),
      tenant: session.tenant,
      actor: `reviewer:${examiner.username}`,
      action: 'document.teach.refused',
      sessionId,
      detail: { because: obstacle, ...(id !== undefined && { document: id }) },
    })
    return accept({ picture, obstacle })
  }
  return accept(undefined)
}

async function wasInUse({ documentModels }: Pick<Ports, 'documentModels'>, id: string): Promise<boolean> {
  return (await documentModels.list()).some((each) => each.id === id && each.status !== 'draft')
}
