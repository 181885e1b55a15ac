import type { Ports } from '../../../actions/ports/ports.ts'
import type { Examiner } from '../../../actions/review/claim-case.ts'
import { openCaseImage } from '../../../actions/review/open-case.ts'
import { accept, type Result, refuse } from '../../../domain/result.ts'

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
