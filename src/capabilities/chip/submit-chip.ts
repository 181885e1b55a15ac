import { randomBytes } from 'node:crypto'
import { type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from '../../actions/enrol/change-session.ts'
import { intake, readSignedPortrait } from '../../actions/enrol/intake.ts'
import type { ChipPortrait } from '../../actions/ports/engine.ts'
import type { Ports } from '../../actions/ports/ports.ts'
import { takesChip } from '../../domain/enrolment/allowed.ts'
import { openPictureRequest } from '../../domain/new-picture.ts'
import type { ChipFiles, ChipResult } from '../../domain/proofs/chip-reading.ts'
import { type ChipReading, isChallengeOpen, kindOfChip, type ReaderClaims } from '../../domain/proofs/chip-reading.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import { extendValidity, type Session } from '../../domain/session.ts'
import { CHIP_FILES, type ChipRefusal, type DocumentType, type ImageName } from '../../domain/vocabulary.ts'
import { type Chips, writeChipFiles } from './chips.ts'

/** What a reader sent: EF.SOD is always there. */
export type SentChip = ChipFiles & { sod: Uint8Array; saidByReader?: ReaderClaims }

interface AcceptedChip {
  country?: string
  type?: DocumentType
}

/** Chips are verified by a module of their own, which not every installation loads. */
type Needs = Pick<Ports, 'sessions' | 'tenants' | 'images' | 'engine' | 'clock'> & { chips: Chips }

/**
 * Verifies what was read from a chip and keeps it in place of an earlier reading. Nothing is kept of one that cannot be
 * read; one that was altered is kept, so that leaving it out afterwards changes nothing.
 */
export async function submitChip(
  ports: Needs,
  enrolment: Enrolment,
  files: SentChip,
  validDays: number,
  signal?: AbortSignal,
): Promise<Result<AcceptedChip, ChipRefusal | ClosedRefusal | 'CHIP_OFF'>> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant || !takesChip(open.value, tenant.settings)) return refuse('CHIP_OFF')
  if (openPictureRequest(open.value, ports.clock())) return refuse('SESSION_ALREADY_COMPLETED')

  const now = ports.clock()
  const drawn = open.value.chipChallenge
  const challenge = drawn && isChallengeOpen(drawn, now) ? drawn.value : undefined
  const changed = await intake<ReadChip, AcceptedChip, ChipRefusal>(ports, enrolment, {
    signal,
    async read() {
      const asked = challenge === undefined ? undefined : Buffer.from(challenge, 'hex')
      const result = await ports.chips.verify(files, { now, challenge: asked })
      const bytes = result.verdict === 'UNREADABLE' ? undefined : result.portrait?.bytes
      const portrait = await readSignedPortrait(ports, bytes, enrolment, signal)
      const reading = readingOf(result, portrait, now, files.saidByReader)
      if (!reading) return refuse('CHIP_UNREADABLE')
      const images = { ...(portrait && { chip_face: portrait.image }), [CHIP_FILES]: writeChipFiles(files) }
      return accept({ reading, images })
    },
    change(session, { reading }, kept) {
      if (openPictureRequest(session, ports.clock())) return refuse('SESSION_ALREADY_COMPLETED')
      const { chipChallenge, ...rest } = session
      // A challenge is answered once, whoever else answered it in the meantime.
      const isFresh = challenge === undefined || chipChallenge?.value === challenge
      const chip: ChipReading = isFresh ? reading : { ...reading, activeAuthentication: 'ABSENT' }
      const next: Session = { ...rest, chip, images: { ...session.images, CHIP: kept } }
      return { ok: true, value: kindOfChip(chip), session: extendValidity(next, validDays) }
    },
  })
  if (!changed.ok) return changed
  return changed.session.chip?.verdict === 'ALTERED' ? refuse('CHIP_ALTERED') : accept(changed.value)
}

interface ReadChip {
  reading: ChipReading
  images: Partial<Record<ImageName, Uint8Array>>
}

/** What is kept; undefined where there is no verdict or no machine readable zone to go by. */
function readingOf(
  result: ChipResult,
  portrait: ChipPortrait | undefined,
  now: Date,
  saidByReader: ReaderClaims | undefined,
): ChipReading | undefined {
  const { verdict, mrz, dataGroups, signedGroups, portrait: _, signaturePicture: __, ...rest } = result
  if (!verdict || verdict === 'UNREADABLE' || !mrz || !dataGroups || !signedGroups) return undefined
  const template = portrait?.template
  return {
    ...rest,
    verdict,
    mrz,
    dataGroups,
    signedGroups,
    ...(template && { portrait: template }),
    ...(saidByReader && { saidByReader }),
    readAt: now.toISOString(),
  }
}

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
