import { isOlderThan, requestAnswered } from '../../domain/new-picture.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import { atHand } from '../../domain/session.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from './change-session.ts'

interface Joined {
  /** False when another device has the session and this one did not ask to take over. */
  active: boolean
  /** No device had the session before. */
  isFirst: boolean
  /** The epoch that this device's tokens are from now on, where it took over and others' have ended. */
  tokenEpoch?: number
}

interface Joining {
  deviceId: string
  takeOver?: boolean | undefined
  renew?: boolean
  /** By which the device comes in. */
  token: { epoch?: number; firstIssuedAt: Date }
}

/** Takes the session in hand on a device. Taking it from another one ends that one's token. */
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
