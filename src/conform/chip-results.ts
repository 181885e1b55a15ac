import { ChipReadError, type ChipReading } from '../../packages/chip-reader/src/index.ts'
import { missing } from './signed-rows.ts'

type Found = ChipReading | ChipReadError
const refusal = (found: Found, step: string, status: string | undefined) =>
  missing(
    !(found instanceof ChipReadError) &&
      found.refusals?.some((each) => each.step === step && each.status === status) === true,
    `${step} ${status}`,
  )

/** What the caller must have got to know, by the result that the suite names. */
export const RESULTS: Record<string, (found: Found, status: string | undefined) => string | undefined> = {
  'pace-failed': (found, status) => {
    const isSaid =
      found instanceof ChipReadError && found.step?.startsWith('PACE ') && found.message.includes(status ?? '')
    return missing(
      isSaid === true && found.status === Number.parseInt(status ?? '', 16),
      'the step and the status word',
    )
  },
  'pace-failed-transport': (found) => {
    const isSaid = found instanceof ChipReadError && found.code === 'LOST' && found.step?.startsWith('PACE ')
    return missing(isSaid === true && found.status === undefined, 'a fault of the link')
  },
  'chip-authentication-failed': (found, status) =>
    found instanceof ChipReadError || found.chipAuthentication !== 'FAILED'
      ? 'chip authentication is not said to have failed'
      : refusal(found, 'CHIP AUTHENTICATION', status),
  'active-authentication-failed': (found, status) => refusal(found, 'INTERNAL AUTHENTICATE', status),
  'terminal-authentication-failed': (found, status) => refusal(found, 'DG3', status) ?? refusal(found, 'DG4', status),
  'card-access-unreadable': (found) =>
    missing(found instanceof ChipReadError && found.step === 'EF.CardAccess', 'what is not known of PACE'),
  ok: (found) =>
    missing(!(found instanceof ChipReadError) && found.access === 'BAC' && !found.refusals, 'a reading by BAC alone'),
}
