import { randomBytes } from 'node:crypto'
import type { DocumentType } from '../../formats/document-words.ts'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { type IntakeOptions, intake, readSignedPortrait, type Source } from '../../kernel/evidence/intake.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { openPictureRequest } from '../../kernel/review/new-picture.ts'
import { takesChip } from '../../kernel/session/allowed.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from '../../kernel/session/change-session.ts'
import type { ChipRefusal } from '../../kernel/vocabulary.ts'
import type { StoredPortrait } from '../../vision/engine.ts'
import type { ChipFiles, ChipResult } from './chip-reading.ts'
import { type ChipReading, isChallengeOpen, kindOfChip, type ReaderClaims } from './chip-reading.ts'
import { type Chips, writeChipFiles } from './chips.ts'
import { CHIP_FILES } from './contract/chip-images.ts'

/** What a reader sent: EF.SOD is always included. */
export type SentChip = ChipFiles & { sod: Uint8Array; saidByReader?: ReaderClaims }

interface AcceptedChip {
  country?: string
  type?: DocumentType
}

/** Chips are verified by a module of their own, which not every installation loads. */
type Needs = Pick<Ports, 'sessions' | 'tenants' | 'images' | 'engine' | 'clock'> & { chips: Chips }

/**
 * Verifies the files of a chip and keeps them in place of an earlier reading. A chip that cannot be read is not kept.
 * One that was altered is kept, so that a client cannot undo it by leaving the chip out afterwards.
 */
export async function submitChip(
  ports: Needs,
  enrolment: Enrolment,
  files: SentChip,
  options: IntakeOptions,
): Promise<Result<AcceptedChip, ChipRefusal | ClosedRefusal | 'CHIP_OFF'>> {
  const taken = await intake(ports, enrolment, chipSource(ports, files), options)
  if (!taken.ok) return taken
  return taken.session.chip?.verdict === 'ALTERED' ? refuse('CHIP_ALTERED') : accept(taken.value)
}

/** Whether this session takes a chip now: asked before its files are looked at. */
export async function findChipObstacle(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'clock'>,
  enrolment: Enrolment,
): Promise<ClosedRefusal | 'CHIP_OFF' | undefined> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open.refusal
  const tenant = await ports.tenants.load(enrolment.tenant)
  return tenant && takesChip(open.value, tenant.settings) ? undefined : 'CHIP_OFF'
}

interface ReadChip {
  reading: ChipReading
  portrait: StoredPortrait | undefined
  /** The challenge that the chip had to sign. */
  challenge: string | undefined
}

const chipSource = (ports: Needs, files: SentChip): Source<ReadChip, AcceptedChip, ChipRefusal | 'CHIP_OFF'> => ({
  name: 'chip',
  part: () => 'CHIP',
  obstacle: (session, { settings }) => (takesChip(session, settings) ? undefined : 'CHIP_OFF'),
  async read({ session: { chipChallenge }, asked }) {
    const now = ports.clock()
    const challenge = chipChallenge && isChallengeOpen(chipChallenge, now) ? chipChallenge.value : undefined
    const signed = challenge === undefined ? undefined : Buffer.from(challenge, 'hex')
    const result = await ports.chips.verify(files, { now, challenge: signed })
    const bytes = result.verdict === 'UNREADABLE' ? undefined : result.portrait?.bytes
    const portrait = await readSignedPortrait(ports, bytes, asked)
    const reading = readingOf(result, portrait, now, files.saidByReader)
    return reading ? accept({ reading, portrait, challenge }) : refuse('CHIP_UNREADABLE')
  },
  keep: ({ portrait }) => ({ ...(portrait && { chip_face: portrait.image }), [CHIP_FILES]: writeChipFiles(files) }),
  add({ chipChallenge, ...session }, { reading, challenge }) {
    // A challenge can be answered once. Another request may have answered it in the meantime.
    const isFresh = challenge === undefined || chipChallenge?.value === challenge
    const chip: ChipReading = isFresh ? reading : { ...reading, activeAuthentication: 'ABSENT' }
    return { ok: true, value: kindOfChip(chip), session: { ...session, chip } }
  },
})

/** What is kept of a chip; undefined if there is no verdict or no machine readable zone. */
function readingOf(
  result: ChipResult,
  portrait: StoredPortrait | undefined,
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

/** Draws a challenge for the chip to sign: eight random bytes in hex. It replaces an open one. */
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
