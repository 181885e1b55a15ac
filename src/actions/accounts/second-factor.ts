import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Reviewer } from '../ports/accounts.ts'
import type { AuditEntry } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import { decodeSecret, encodeBase32, findTimeStep, makeTotpSecret } from './totp.ts'

type Needs = Pick<Ports, 'reviewers' | 'clock'>

/** A secret for an authenticator app, and the address that carries it as a QR code. Nothing is kept of it yet. */
export function offerSecondFactor(username: string): { secret: string; address: string } {
  const secret = encodeBase32(makeTotpSecret())
  const label = encodeURIComponent(`Limen:${username}`)
  return { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=Limen` }
}

/** Asks for a code at sign-in from now on. The secret comes back with a code made from it: the app has it right. */
export async function switchOnSecondFactor(
  ports: Needs,
  reviewer: Reviewer,
  given: { secret: string; code: string },
): Promise<Result<void, 'ALREADY_ON' | 'WRONG_CODE'>> {
  if (reviewer.totpSecret) return refuse('ALREADY_ON')
  const secret = decodeSecret(given.secret)
  const timeStep = secret && findTimeStep(secret, given.code, ports.clock())
  if (!secret || timeStep === undefined || !(await ports.reviewers.spendTimeStep(reviewer.id, timeStep)))
    return refuse('WRONG_CODE')
  await ports.reviewers.change(
    reviewer.id,
    { totpSecret: secret },
    entryOf(ports, reviewer, 'reviewer.second-factor.on'),
  )
  return accept(undefined)
}

/** Takes the second factor away of somebody who has just shown password and code once more. */
export async function switchOffSecondFactor(ports: Needs, reviewer: Reviewer): Promise<void> {
  const entry = entryOf(ports, reviewer, 'reviewer.second-factor.off')
  await ports.reviewers.change(reviewer.id, { totpSecret: 'none' }, entry)
}

const entryOf = (
  { clock }: Needs,
  { username }: Reviewer,
  action: 'reviewer.second-factor.on' | 'reviewer.second-factor.off',
): AuditEntry => ({ at: clock(), tenant: '*', actor: `reviewer:${username}`, action })
