import type { Invitation } from '../../events/deliver-webhooks.ts'
import type { HttpSettings } from '../../http/context.ts'
import type { OutboxEvent } from '../../ports/outbox.ts'
import type { Ports } from '../../ports/ports.ts'
import { openPictureRequest } from '../../review/new-picture.ts'
import { readEnrolment } from '../../session/read-enrolment.ts'
import { createTokens } from './tokens.ts'

/** Links to the picture that a reviewer asks for, made when the webhook is sent: a token is never stored. */
export function openInvitations(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'signingKeys' | 'clock'>,
  { baseUrl, tokenMinutes: minutes, tokenRenewHours: renewHours }: HttpSettings,
): (event: Pick<OutboxEvent, 'tenant' | 'sessionId'>) => Promise<Invitation | undefined> {
  const tokens = createTokens(ports.signingKeys, ports.clock, { issuer: baseUrl, minutes, renewHours })
  return async ({ tenant, sessionId }) => {
    const found = await readEnrolment(ports, { tenant, sessionId })
    const pictureRequest = found.ok ? openPictureRequest(found.value.session, ports.clock()) : undefined
    if (!found.ok || !pictureRequest) return undefined
    const { session } = found.value
    const { of, reason, sentence } = pictureRequest
    const token = await tokens.issue({ tenant, sessionId }, { epoch: session.tokenEpoch ?? 0, forPage: true })
    return {
      webEnrolmentUrl: webEnrolmentUrl(baseUrl, token),
      newPicture: { of, reason, sentence },
    }
  }
}

/** Where the hosted page opens a session. */
export const webEnrolmentUrl = (baseUrl: string, token: string): string => `${baseUrl}/web-enrolment/?token=${token}`
