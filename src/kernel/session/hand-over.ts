import { createHash, randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import type { Ports } from '../ports/ports.ts'
import { isOlderThan, requestAnswered } from '../review/new-picture.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, type FoundEnrolment, loadOpen } from './change-session.ts'
import { atHand } from './session.ts'
import type { Locale } from './session-words.ts'

/** 128 bits: it cannot be guessed, and 22 characters still make a coarse QR code. */
const CODE_BYTES = 16
/** A photograph of the screen is soon worthless; the page that shows the code asks for the next one in time. */
export const HAND_OVER_MINUTES = 10

type Needs = Pick<Ports, 'sessions' | 'handOvers' | 'clock'>

/** A short code that opens this session on another device, for a few minutes. Only its hash is stored. */
export async function offerHandOver(
  ports: Needs,
  { tenant, sessionId }: Enrolment,
  firstIssuedAt: Date,
  lang?: Locale | undefined,
): Promise<Result<{ code: string; expiresAt: Date }, ClosedRefusal>> {
  const open = await loadOpen(ports, { tenant, sessionId })
  if (!open.ok) return open
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const expiresAt = new Date(ports.clock().getTime() + HAND_OVER_MINUTES * 60_000)
  const handOver = { tenant, sessionId, codeSha256: sha256(code), expiresAt, firstIssuedAt }
  await ports.handOvers.create({ ...handOver, ...(lang && { lang }) })
  return accept({ code, expiresAt })
}

interface Opened {
  enrolment: FoundEnrolment
  lang?: Locale
  /** False when another device has the session and this one did not ask to take over. */
  active: boolean
  /** No device had it before. */
  isFirst: boolean
  /** The epoch of the token that this device gets; those of others have ended. */
  tokenEpoch: number
  firstIssuedAt: Date
}

/**
 * Opens the session of a code on a device. Only one device has it at a time: the first comes in, any other must take
 * over explicitly, and the first sees that it did. A code works once and ends the token of the device it came from. A
 * code that is unknown, used or expired, or whose session is gone, opens nothing.
 */
export async function openHandOver(
  ports: Needs,
  { code, deviceId, takeOver }: { code: string; deviceId: string; takeOver?: boolean | undefined },
): Promise<Result<Opened, ClosedRefusal>> {
  const found = await ports.handOvers.find(sha256(code), ports.clock())
  if (!found) return refuse('SESSION_UNAUTHORIZED')
  const { tenant, sessionId, lang, firstIssuedAt } = found
  const enrolment = { tenant, sessionId }
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  const { device, mode, tokenEpoch = 0 } = open.value
  const opened = { enrolment: { ...enrolment, mode }, firstIssuedAt, lang }
  if (device && device.id !== deviceId && !takeOver)
    return accept({ ...opened, active: false, isFirst: false, tokenEpoch })

  if (!(await ports.handOvers.spend(found.codeSha256))) return refuse('SESSION_UNAUTHORIZED')
  const joined = await joinDevice(ports, enrolment, { deviceId, takeOver, renew: true, token: { firstIssuedAt } })
  if (!joined.ok) return joined
  const { active, isFirst } = joined.value
  return accept({ ...opened, active, isFirst, tokenEpoch: joined.value.tokenEpoch ?? tokenEpoch })
}

const sha256 = (code: string): string => createHash('sha256').update(code).digest('hex')

interface Joined {
  /** False when another device has the session and this one did not ask to take over. */
  active: boolean
  /** No device had the session before. */
  isFirst: boolean
  /** The epoch of this device's tokens from now on, if it took over and the tokens of others have ended. */
  tokenEpoch?: number
}

interface Joining {
  deviceId: string
  takeOver?: boolean | undefined
  renew?: boolean
  /** The code with which the device comes in. */
  token: { epoch?: number; firstIssuedAt: Date }
}

/** Gives the session to a device. Taking it from another device ends that one's token. */
export async function joinDevice(
  ports: Pick<Ports, 'sessions' | 'handOvers' | 'clock'>,
  enrolment: Enrolment,
  { deviceId, takeOver = false, renew = false, token }: Joining,
): Promise<Result<Joined, ClosedRefusal>> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  const request = requestAnswered(open.value)
  if (request && isOlderThan(request, token)) return refuse('SESSION_UNAUTHORIZED')
  if (open.value.device?.id === deviceId && !open.value.device.awaySince && !renew)
    return accept({ active: true, isFirst: false })

  const changed = await changeOpen<Joined, never>(ports, enrolment, (session) => {
    const isFirst = !session.device
    const isFree = !session.device || session.device.id === deviceId
    if (!isFree && !takeOver) return { ok: true, value: { active: false, isFirst }, session }
    const device = { id: deviceId, since: ports.clock().toISOString() }
    if (isFree && !renew) {
      const same = isFirst ? { ...session, device } : atHand(session)
      return { ok: true, value: { active: true, isFirst }, session: same }
    }
    const tokenEpoch = (session.tokenEpoch ?? 0) + 1
    return { ok: true, value: { active: true, isFirst, tokenEpoch }, session: { ...session, device, tokenEpoch } }
  })
  if (!changed.ok) return changed
  if (changed.value.tokenEpoch !== undefined) await ports.handOvers.drop(enrolment.sessionId)
  return accept(changed.value)
}

/**
 * Notes that the page on the device that has the session is out of sight, so that a page that follows along shows it.
 * False when this device does not have the session. It is only a hint from the page, and opens or ends nothing.
 */
export async function leaveDevice(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
  deviceId: string,
): Promise<Result<boolean, ClosedRefusal>> {
  const changed = await changeOpen<boolean, 'OTHER_DEVICE'>(ports, enrolment, (session) => {
    const { device } = session
    if (device?.id !== deviceId) return { ok: false, refusal: 'OTHER_DEVICE' }
    const away = { ...device, awaySince: device.awaySince ?? ports.clock().toISOString() }
    return { ok: true, value: true, session: { ...session, device: away } }
  })
  if (changed.ok) return accept(true)
  return changed.refusal === 'OTHER_DEVICE' ? accept(false) : { ok: false, refusal: changed.refusal }
}
