import { createHash, randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Locale } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, type Enrolment, type FoundEnrolment, loadOpen } from './change-session.ts'
import { joinDevice } from './join-device.ts'

/** 128 bits: nobody comes upon one by trying, and 22 characters still make a coarse QR code. */
const CODE_BYTES = 16
/** A photograph of the screen is worthless soon; the page that shows the code asks for the next one in time. */
export const HAND_OVER_MINUTES = 10

type Needs = Pick<Ports, 'sessions' | 'handOvers' | 'clock'>

/** A short code that opens this session on another device, for a few minutes. Only its hash is kept. */
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
  /** False when another device has the session in hand and this one did not ask to take over. */
  active: boolean
  /** No device had it before. */
  isFirst: boolean
  /** Of the token that this device gets; those of others have ended. */
  tokenEpoch: number
  firstIssuedAt: Date
}

/**
 * Takes the session behind a code in hand on a device. One device has it at a time: the first comes in, any other must
 * take over explicitly, and the first sees that it did. A code works once and ends the token of the device it came from;
 * one that is unknown, used, over or whose session is gone opens nothing.
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
  const opened = { enrolment: { ...enrolment, mode }, firstIssuedAt, ...(lang && { lang }) }
  if (device && device.id !== deviceId && !takeOver)
    return accept({ ...opened, active: false, isFirst: false, tokenEpoch })

  if (!(await ports.handOvers.spend(found.codeSha256))) return refuse('SESSION_UNAUTHORIZED')
  const joined = await joinDevice(ports, enrolment, { deviceId, takeOver, renew: true, token: { firstIssuedAt } })
  if (!joined.ok) return joined
  const { active, isFirst } = joined.value
  return accept({ ...opened, active, isFirst, tokenEpoch: joined.value.tokenEpoch ?? tokenEpoch })
}

const sha256 = (code: string): string => createHash('sha256').update(code).digest('hex')
