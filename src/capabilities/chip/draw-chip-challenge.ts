import { randomBytes } from 'node:crypto'
import { type ClosedRefusal, changeOpen, type Enrolment } from '../../actions/enrol/change-session.ts'
import type { Ports } from '../../actions/ports/ports.ts'
import type { Tenant } from '../../actions/ports/tenants.ts'
import { stepsOf } from '../../domain/enrolment/flow.ts'
import { openPictureRequest } from '../../domain/new-picture.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Session } from '../../domain/session.ts'

/** ICAO 9303-11: the challenge of active authentication has eight bytes. */
const CHALLENGE_BYTES = 8

/** Draws what a chip is to sign, in place of one that was open: eight random bytes in hex. */
export async function drawChipChallenge(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'clock'>,
  enrolment: Enrolment,
): Promise<Result<string, ClosedRefusal | 'CHIP_OFF'>> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  const changed = await changeOpen<string, 'SESSION_ALREADY_COMPLETED' | 'CHIP_OFF'>(ports, enrolment, (session) => {
    if (!takesChip(session, tenant)) return refuse('CHIP_OFF')
    if (openPictureRequest(session, ports.clock())) return refuse('SESSION_ALREADY_COMPLETED')
    const value = randomBytes(CHALLENGE_BYTES).toString('hex')
    return { ok: true, value, session: { ...session, chipChallenge: { value, drawnAt: ports.clock().toISOString() } } }
  })
  return changed.ok ? accept(changed.value) : changed
}

/** Whether the chip of a document is taken: where the tenant wants it and the session's flow asks for a document. */
export const takesChip = (session: Session, tenant: Tenant | undefined): boolean =>
  tenant !== undefined && tenant.settings.chip !== 'off' && stepsOf(session, tenant.settings).includes('document')
