import { randomBytes } from 'node:crypto'
import { openPictureRequest } from '../../domain/new-picture.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment } from './change-session.ts'

/** ICAO 9303-11: the challenge of active authentication has eight bytes. */
const CHALLENGE_BYTES = 8

/** Draws what a chip is to sign, in place of one that was open: eight random bytes in hex. */
export async function drawChipChallenge(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'clock'>,
  enrolment: Enrolment,
): Promise<Result<string, ClosedRefusal | 'CHIP_OFF'>> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (tenant?.settings.chip === 'off') return refuse('CHIP_OFF')
  const changed = await changeOpen<string, 'SESSION_ALREADY_COMPLETED'>(ports, enrolment, (session) => {
    if (openPictureRequest(session, ports.clock())) return refuse('SESSION_ALREADY_COMPLETED')
    const value = randomBytes(CHALLENGE_BYTES).toString('hex')
    return { ok: true, value, session: { ...session, chipChallenge: { value, drawnAt: ports.clock().toISOString() } } }
  })
  return changed.ok ? accept(changed.value) : changed
}
