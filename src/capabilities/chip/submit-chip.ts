import { type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from '../../actions/enrol/change-session.ts'
import { extendValidity } from '../../actions/enrol/extend-validity.ts'
import { dropImages, keepImages } from '../../actions/enrol/keep-images.ts'
import { BadPicture, type ChipPortrait } from '../../actions/ports/engine.ts'
import type { Ports } from '../../actions/ports/ports.ts'
import { openPictureRequest } from '../../domain/new-picture.ts'
import { type ChipReading, isChallengeOpen, kindOfChip, type ReaderClaims } from '../../domain/proofs/chip-reading.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Session } from '../../domain/session.ts'
import { CHIP_FILES, type ChipRefusal, type DocumentType } from '../../domain/vocabulary.ts'
import { writeChipFiles } from './chip-files.ts'
import type { Chips } from './chips.ts'
import type { ChipFiles, ChipResult } from './domain/chip-result.ts'
import { takesChip } from './draw-chip-challenge.ts'

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
): Promise<Result<AcceptedChip, ChipRefusal | ClosedRefusal | 'CHIP_OFF'>> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  if (!takesChip(open.value, await ports.tenants.load(enrolment.tenant))) return refuse('CHIP_OFF')
  if (openPictureRequest(open.value, ports.clock())) return refuse('SESSION_ALREADY_COMPLETED')

  const now = ports.clock()
  const drawn = open.value.chipChallenge
  const challenge = drawn && isChallengeOpen(drawn, now) ? drawn.value : undefined
  const result = await ports.chips.verify(files, {
    now,
    ...(challenge && { challenge: Buffer.from(challenge, 'hex') }),
  })
  const portrait = await readPortrait(ports, result, enrolment)
  const reading = readingOf(result, portrait, now, files.saidByReader)
  if (!reading) return refuse('CHIP_UNREADABLE')

  const kept = await keepImages(ports.images, enrolment.sessionId, {
    ...(portrait && { chip_face: portrait.image }),
    [CHIP_FILES]: writeChipFiles(files),
  })
  let replaced: string[] = []
  const changed = await changeOpen<AcceptedChip, 'SESSION_ALREADY_COMPLETED'>(ports, enrolment, (session) => {
    if (openPictureRequest(session, ports.clock())) return refuse('SESSION_ALREADY_COMPLETED')
    const { chipChallenge, ...rest } = session
    // A challenge is answered once, whoever else answered it in the meantime.
    const isFresh = challenge === undefined || chipChallenge?.value === challenge
    const chip: ChipReading = isFresh ? reading : { ...reading, activeAuthentication: 'ABSENT' }
    replaced = Object.values(session.images.CHIP ?? {})
    const next: Session = { ...rest, chip, images: { ...session.images, CHIP: kept } }
    return { ok: true, value: kindOfChip(chip), session: extendValidity(next, validDays) }
  })
  await dropImages(ports.images, enrolment.sessionId, changed.ok ? replaced : Object.values(kept))
  if (!changed.ok) return changed
  return reading.verdict === 'ALTERED' ? refuse('CHIP_ALTERED') : accept(changed.value)
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

/** A portrait that cannot be decoded is none: what is signed is judged all the same. */
async function readPortrait(
  { engine }: Pick<Ports, 'engine'>,
  { portrait, verdict }: ChipResult,
  { tenant }: Enrolment,
): Promise<ChipPortrait | undefined> {
  if (!portrait || verdict === 'UNREADABLE') return undefined
  try {
    return await engine.readChipPortrait(portrait.bytes, { tenant })
  } catch (error) {
    if (error instanceof BadPicture) return undefined
    throw error
  }
}
