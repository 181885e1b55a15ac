import { accept, type Result, refuse } from '../../formats/result.ts'
import { findingsAgainst } from '../decision/findings.ts'
import type { Invitation } from '../events/deliver-webhooks.ts'
import type { OutboxEvent } from '../ports/outbox.ts'
import type { Ports } from '../ports/ports.ts'
import { loadCase } from '../tenants/tenant-scope.ts'
import type { Examiner } from './claim-case.ts'
import { openPictureRequest } from './new-picture.ts'
import { fourEyesFor } from './review.ts'

/**
 * The link with which the person sends the picture that was asked for. Whoever has it could send a picture of their
 * own: where two reviewers have to agree, its taker gives no opinion on the session from then on. That is on record
 * before the link exists.
 */
export async function takePictureLink(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'tenants' | 'clock'>,
  examiner: Examiner,
  sessionId: string,
  invite: (session: Pick<OutboxEvent, 'tenant' | 'sessionId'>) => Promise<Invitation | undefined>,
): Promise<Result<Invitation, 'NOT_FOUND'>> {
  const { username } = examiner
  for (;;) {
    const session = await loadCase(ports, examiner, sessionId)
    const now = ports.clock()
    if (!session || !openPictureRequest(session, now)) return refuse('NOT_FOUND')
    const { tenant, linkTakers = [] } = session
    const settings = (await ports.tenants.load(tenant))?.settings ?? {}
    const against = findingsAgainst(session).map(({ code }) => code)
    const isAlone = fourEyesFor(against, settings) === 'off'
    const taken = isAlone ? {} : { linkTakers: [...new Set([...linkTakers, username])] }
    const saved = await ports.sessions.save(
      { ...session, ...taken },
      { audit: { at: now, tenant, actor: `reviewer:${username}`, action: 'review.picture-link', sessionId } },
    )
    if (!saved) continue
    const invitation = await invite({ tenant, sessionId })
    return invitation ? accept(invitation) : refuse('NOT_FOUND')
  }
}
