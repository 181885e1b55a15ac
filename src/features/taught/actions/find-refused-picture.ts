import type { Ports } from '../../../kernel/ports/ports.ts'
import type { Examiner } from '../../../kernel/review/claim-case.ts'
import { verdictsAmong } from '../../../kernel/review/review.ts'
import { MODES } from '../../../kernel/session/session-words.ts'
import { BadPicture, type PageResult } from '../../../vision/engine.ts'

type Needs = Pick<Ports, 'sessions' | 'fingerprints' | 'tenants' | 'reviews' | 'engine' | 'audit' | 'clock'>

/**
 * The index of the first uploaded picture that is a picture of a rejected session, identical or a copy. Otherwise such
 * a picture could still teach by being uploaded. It is recognised as long as the session is kept.
 */
export async function findRefusedPicture(
  ports: Needs,
  examiner: Examiner,
  pictures: readonly (Uint8Array | undefined)[],
): Promise<number | undefined> {
  for (const [at, picture] of pictures.entries()) {
    const page = picture && (await readAgain(ports, picture))
    const holder = page && (await findRejectedHolder(ports, page))
    if (!holder) continue
    const { tenant, sessionId } = holder
    const actor = `reviewer:${examiner.username}`
    const detail = { because: 'REJECTED' }
    await ports.audit.record({ at: ports.clock(), tenant, actor, action: 'document.teach.refused', sessionId, detail })
    return at
  }
  return undefined
}

/**
 * Reads an uploaded picture like a picture of a session, since copies are recognised by their reading. One that cannot
 * be read is not a copy of any.
 */
async function readAgain({ engine }: Needs, picture: Uint8Array): Promise<PageResult | undefined> {
  try {
    const read = await engine.readPage(picture)
    return read.ok ? read.value : undefined
  } catch (error) {
    if (error instanceof BadPicture) return undefined
    throw error
  }
}

async function findRejectedHolder(ports: Needs, { reading, hash }: PageResult) {
  const { side, photograph } = reading
  if (!photograph || !hash.length) return undefined
  for (const { id: tenant } of await ports.tenants.all())
    for (const mode of MODES)
      for (const sessionId of await ports.fingerprints.findHolders({ tenant, mode }, side, { hash, photograph }))
        if (await isRejected(ports, tenant, sessionId)) return { tenant, sessionId }
  return undefined
}

async function isRejected({ sessions, reviews }: Needs, tenant: string, sessionId: string): Promise<boolean> {
  const status = (await sessions.load(tenant, sessionId))?.status
  if (status === 'AUTO_REJECTED' || status === 'MANUAL_REJECTED') return true
  return verdictsAmong(await reviews.of(sessionId)).some(({ verdict }) => verdict === 'reject')
}
