import { BadPicture, type ChipPortrait } from '../ports/engine.ts'
import type { Ports } from '../ports/ports.ts'
import type { Enrolment } from './change-session.ts'

/** The portrait in what somebody signed. One that cannot be decoded is none: what is signed is judged all the same. */
export async function readSignedPortrait(
  { engine }: Pick<Ports, 'engine'>,
  bytes: Uint8Array | undefined,
  { tenant }: Enrolment,
  signal: AbortSignal | undefined,
): Promise<ChipPortrait | undefined> {
  if (!bytes) return undefined
  try {
    return await engine.readChipPortrait(bytes, { tenant, signal })
  } catch (error) {
    if (error instanceof BadPicture) return undefined
    throw error
  }
}
