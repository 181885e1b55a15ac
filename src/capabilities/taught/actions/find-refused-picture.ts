import { BadPicture, type PageResult } from '../../../actions/ports/engine.ts'
import type { Ports } from '../../../actions/ports/ports.ts'
import type { Examiner } from '../../../actions/review/claim-case.ts'
import { verdictsAmong } from '../../../domain/review.ts'
import { MODES } from '../../../domain/vocabulary.ts'

type Needs = Pick<Ports, 'sessions' | 'fingerprints' | 'tenants' | 'reviews' | 'engine' | 'audit' | 'clock'>

/**
 * The first of the pictures that somebody sent to teach with, from 0, that a rejected session holds, as it is or as a copy: else
 * it would teach by a detour what it may not teach as that session's. It is known for as long as the session is kept.
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

/** A picture of a session was read when it came, so its copies are read as well; what is not is of none. */
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
