import { mayTeachAgain } from '../../domain/document/may-teach.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
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

/**
 * The position of the first picture that must not go into a document that is taught again; undefined where all may. Pictures
 * that somebody sends are theirs to answer for.
 */
export async function notForTeaching(
  ports: Pick<Ports, 'sessions' | 'reviewQueue' | 'reviews'>,
  examiner: Examiner,
  pictures: readonly (object | { sessionId: string })[],
  model: string,
): Promise<number | undefined> {
  for (const [at, picture] of pictures.entries()) {
    if (!('sessionId' in picture)) continue
    const found = await findCase(ports, examiner, picture.sessionId)
    const session = found && (await ports.sessions.load(found.tenant, picture.sessionId))
    if (!session || !mayTeachAgain(model, session, await ports.reviews.of(picture.sessionId))) return at
  }
  return undefined
}
