import { randomBytes } from 'node:crypto'
import { type ClosedRefusal, changeOpen, type Enrolment } from '../../actions/enrol/change-session.ts'
import type { Ports } from '../../actions/ports/ports.ts'
import { takesChip } from '../../domain/enrolment/allowed.ts'
import { openPictureRequest } from '../../domain/new-picture.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'

/** ICAO 9303-11: the challenge of active authentication has eight bytes. */
const CHALLENGE_BYTES = 8

/** Draws what a chip is to sign, in place of one that was open: eight random bytes in hex. */
export async function drawChipChallenge(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'clock'>,
  enrolment: Enrolment,
): Promise<Result<string, ClosedRefusal | 'CHIP_OFF'>> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  const changed = await changeOpen<string, 'SESSION_ALREADY_COMPLETED' | 'CHIP_OFF'>(ports, enrolment, (session) => {
    if (!tenant || !takesChip(session, tenant.settings)) return refuse('CHIP_OFF')
    if (openPictureRequest(session, ports.clock())) return refuse('SESSION_ALREADY_COMPLETED')
    const value = randomBytes(CHALLENGE_BYTES).toString('hex')
    return { ok: true, value, session: { ...session, chipChallenge: { value, drawnAt: ports.clock().toISOString() } } }
  })
  return changed.ok ? accept(changed.value) : changed
}
