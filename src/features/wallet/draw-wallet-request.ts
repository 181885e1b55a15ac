import { createHash, randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import type { Services } from '../../kernel/feature-types.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { openPictureRequest } from '../../kernel/review/new-picture.ts'
import { takesWallet } from '../../kernel/session/allowed.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from '../../kernel/session/change-session.ts'
import { stepsOf } from '../../kernel/session/flow.ts'
import { asksIssued } from '../../kernel/session/session.ts'
import { isRequestOpen, WALLET_MINUTES, type WalletRequest, type WalletTransport } from './domain/wallet-request.ts'
import type { Wallets } from './wallets.ts'

/** Creates a request to a wallet. It replaces an open one. */
export async function drawWalletRequest(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'walletRequests' | 'clock'> &
    Pick<Services, 'issuer'> & { wallets: Wallets },
  enrolment: Enrolment,
  transport: WalletTransport,
): Promise<Result<WalletRequest, ClosedRefusal | 'WALLET_OFF'>> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant) return refuse('WALLET_OFF')
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  const issued = asksIssued(open.value) ? ports.issuer?.namesOf(open.value).type : undefined
  if (issued === undefined && !takesWallet(open.value, tenant.settings)) return refuse('WALLET_OFF')
  const now = ports.clock()
  const asked = {
    transport,
    withPortrait: stepsOf(open.value, tenant.settings).includes('face'),
    ...(issued !== undefined && { issued }),
    ...(open.value.flow?.kind === 'age' && open.value.age && { ageOver: open.value.age.atLeast }),
    now,
  }
  const request = await ports.wallets.draw(asked)
  const changed = await changeOpen<WalletRequest, 'SESSION_ALREADY_COMPLETED'>(ports, enrolment, (session) => {
    if (openPictureRequest(session, now)) return refuse('SESSION_ALREADY_COMPLETED')
    const { walletRefusal: _, ...rest } = session
    return { ok: true, value: request, session: { ...rest, walletRequest: request } }
  })
  if (!changed.ok) return changed
  if (transport !== 'browser')
    await ports.walletRequests.create({
      idSha256: hashOf(request.id),
      tenant: enrolment.tenant,
      sessionId: enrolment.sessionId,
      expiresAt: new Date(now.getTime() + WALLET_MINUTES * 60_000),
    })
  return accept(request)
}

/** The request of a link, for the wallet that opens it. Undefined once it was answered, replaced or has expired. */
export async function findWalletRequest(
  ports: Pick<Ports, 'sessions' | 'walletRequests' | 'clock'>,
  id: string,
): Promise<{ enrolment: Enrolment; request: WalletRequest } | undefined> {
  const now = ports.clock()
  const enrolment = await ports.walletRequests.find(hashOf(id), now)
  if (!enrolment) return undefined
  const open = await loadOpen(ports, enrolment)
  const request = open.ok ? open.value.walletRequest : undefined
  if (request?.id !== id || request.answer || !isRequestOpen(request, now)) return undefined
  return { enrolment, request }
}

/**
 * Keeps the answer of a wallet on the same device, and answers the code that the wallet takes back to the browser. If
 * the link was forwarded by someone else, the wallet returns to a browser without this session, so the answer is not
 * used.
 */
export async function holdAnswer(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
  requestId: string,
  response: string,
): Promise<Result<string, ClosedRefusal | 'WALLET_REQUEST_OVER'>> {
  const code = randomBytes(16).toString('base64url')
  const changed = await changeOpen<string, 'WALLET_REQUEST_OVER'>(ports, enrolment, (session) => {
    const { walletRequest: request } = session
    if (request?.id !== requestId || request.answer) return refuse('WALLET_REQUEST_OVER')
    const walletRequest = { ...request, answer: { codeSha256: hashOf(code), response } }
    return { ok: true, value: code, session: { ...session, walletRequest } }
  })
  return changed.ok ? accept(changed.value) : changed
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
