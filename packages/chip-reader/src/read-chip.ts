import { type Answer, type Channel, plainChannel, type Transceive } from './apdu.ts'
import { basicAccess } from './bac.ts'
import { type Bytes, fromHex, toBase64, toInteger } from './bytes.ts'
import { agreeWithChipKey, provesChip } from './chip-authentication.ts'
import { atStep, ChipReadError, statusText } from './errors.ts'
import { type Entropy, systemEntropy } from './group.ts'
import type { AccessKey } from './mrz-key.ts'
import { type MappingProof, pace } from './pace.ts'
import { parsePaceInfos } from './pace-info.ts'
import {
  type BlockSize,
  type ChipFile,
  dataGroupFile,
  FILES,
  type FileReading,
  readFile,
  SHORT_BLOCK,
} from './read-file.ts'
import { secureChannel } from './secure-messaging.ts'
import { findValue, parseInside, parseObjects } from './tlv.ts'

export interface ReadChipOptions {
  transceive: Transceive
  key: AccessKey
  /** The data groups to read, where the chip has them. Default: 1, 2, 7, 11, 12, 13, 14, 15. */
  dataGroups?: readonly number[]
  /** The service's challenge in hexadecimal (`GET /api/v1/enrolment/chip/challenge`), for active authentication. */
  challenge?: string
  onProgress?: (progress: ChipProgress) => void
  signal?: AbortSignal
  /** Called when the chip left the field. Resolve it when the chip is there again, and reading goes on where it was. */
  reconnect?: () => Promise<void>
  /** The longest answer that the transport can carry; more than 261 allows extended length. Default 261. */
  maxTransceiveLength?: number
  /** The time limit of each command. Default 10 seconds: slow chips take three for one step of PACE. */
  timeoutMs?: number
}

export interface ChipProgress {
  step: 'ACCESS' | 'READING' | 'AUTHENTICATION'
  /** While reading: the file, and how many of its bytes are there. */
  file?: string
  read?: number
  total?: number
}

/** What was read, in Base64. `sod`, `com`, `dataGroups` and `activeAuthentication` are what the service takes. */
export interface ChipReading {
  sod: string
  com?: string
  dataGroups: Record<string, string>
  activeAuthentication?: { signature: string }
  /** How the chip was opened. */
  access: 'PACE' | 'BAC' | 'NONE'
  /** Whether the chip proved to have the private key of its static key. The app says so; it proves nothing to a service. */
  chipAuthentication?: 'DONE' | 'FAILED'
  /** What the chip offers or lists and then did not give. Absent where it gave everything that was asked for. */
  refusals?: ChipRefusal[]
}

export interface ChipRefusal {
  /** `PACE`, `INTERNAL AUTHENTICATE`, `CHIP AUTHENTICATION`, or the file. */
  step: string
  /** The status word in hexadecimal, where there was one. */
  status?: string
  text: string
}

const DATA_GROUPS = [1, 2, 7, 11, 12, 13, 14, 15]
const APPLICATION = fromHex('a0000002471001')
/** The tags of data groups 1 to 16, as EF.COM lists them. */
const TAGS = [0x61, 0x75, 0x63, 0x76, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70]
const MOST_RECONNECTIONS = 5

/** Reads the chip of a travel document: ICAO 9303-10 and -11. Throws a {@link ChipReadError}, and nothing else of its own. */
export function readChip(options: ReadChipOptions): Promise<ChipReading> {
  return readChipWith(options, systemEntropy)
}

/** The same with random numbers of the caller's, as the worked examples of the standard need them. */
export async function readChipWith(options: ReadChipOptions, entropy: Entropy): Promise<ChipReading> {
  const state: ReadingState = { files: new Map(), done: new Map() }
  for (let tries = 0; ; tries += 1) {
    try {
      return await readOnce(options, entropy, state)
    } catch (error) {
      const lost = error instanceof ChipReadError && error.code === 'LOST'
      if (!lost || !options.reconnect || tries >= MOST_RECONNECTIONS) throw error
      await options.reconnect()
    }
  }
}

/** What is kept when the chip leaves the field. */
interface ReadingState {
  files: Map<string, FileReading>
  done: Map<string, Bytes | undefined>
}

async function readOnce(options: ReadChipOptions, entropy: Entropy, state: ReadingState): Promise<ChipReading> {
  const { onProgress = () => {}, timeoutMs = 10_000, signal } = options
  const plain = plainChannel(options.transceive, { timeoutMs, signal })
  onProgress({ step: 'ACCESS' })
  const block = await blockSize(plain, options)
  const { channel, access, proof, refusals } = await open(plain, options.key, entropy, block)

  const read = async (file: ChipFile) => {
    if (state.done.has(file.name)) return state.done.get(file.name)
    const reading = state.files.get(file.name) ?? { bytes: new Uint8Array(0) }
    state.files.set(file.name, reading)
    const bytes = await readFile(channel, file, block, reading, (done, total) =>
      onProgress({ step: 'READING', file: file.name, read: done, total }),
    )
    state.done.set(file.name, bytes)
    return bytes
  }
  const com = await read(FILES.com)
  const sod = await read(FILES.sod)
  if (!sod) throw new ChipReadError('BAD_ANSWER', 'the chip has no signed object (EF.SOD)')
  const present = com && groupsIn(com)
  const wanted = (options.dataGroups ?? DATA_GROUPS).filter((number) => !present || present.has(number))
  const groups: Record<string, Bytes> = {}
  for (const number of wanted) {
    const file = dataGroupFile(number)
    const bytes = await read(file)
    const status = state.files.get(file.name)?.refused
    if (bytes) groups[number] = bytes
    else if (status !== undefined && (present || status !== FILE_NOT_FOUND))
      refusals.push(refusalOf(file.name, status, FILE_REFUSALS[number] ?? 'the chip lists it and does not give it'))
  }

  onProgress({ step: 'AUTHENTICATION' })
  const signature =
    options.challenge && groups[15]
      ? await activeAuthentication(channel, fromHex(options.challenge), refusals)
      : undefined
  const chipAuthentication =
    proof ?? (groups[14] && (await authenticateChip(plain, channel, groups[14], entropy, refusals)))
  return {
    sod: toBase64(sod),
    ...(com ? { com: toBase64(com) } : {}),
    dataGroups: Object.fromEntries(Object.entries(groups).map(([number, bytes]) => [number, toBase64(bytes)])),
    ...(signature ? { activeAuthentication: { signature: toBase64(signature) } } : {}),
    access,
    ...(chipAuthentication ? { chipAuthentication } : {}),
    ...(refusals.length > 0 ? { refusals } : {}),
  }
}

const FILE_NOT_FOUND = 0x6a82
const TERMINAL = 'the chip gives it after terminal authentication alone, which needs a certificate of a state'
const FILE_REFUSALS: Record<number, string> = { 3: TERMINAL, 4: TERMINAL }

const refusalOf = (step: string, status: number, text: string): ChipRefusal => ({
  step,
  status: statusText(status),
  text: `${text} (${statusText(status)})`,
})

interface Opened {
  channel: Channel
  access: ChipReading['access']
  proof?: 'DONE' | 'FAILED'
  refusals: ChipRefusal[]
}

/**
 * 9303-11, 4.2: PACE where the chip offers it, else BAC, else nothing if the chip asks for nothing. PACE that fails is an error:
 * whoever can disturb the link could otherwise choose the weaker protocol.
 */
async function open(plain: Channel, key: AccessKey, entropy: Entropy, block: BlockSize): Promise<Opened> {
  const { supported, offered } = await atStep(FILES.cardAccess.name, () => readOffers(plain, block))
  const info = supported[0]
  if (info) {
    const { session, proof } = await pace(plain, info, key, entropy)
    const channel = secureChannel(plain, session)
    const checked = proof && (await checkMapping(channel, proof, block))
    await selectApplication(channel)
    return { channel, access: 'PACE', ...(checked ? { proof: checked } : {}), refusals: [] }
  }
  const refusals: ChipRefusal[] = offered ? [{ step: 'PACE', text: 'the chip offers a PACE that we do not have' }] : []
  if ('can' in key)
    throw new ChipReadError(
      'NOT_SUPPORTED',
      `the chip ${offered ? 'asks for a PACE we do not have' : 'has no PACE'}: give the MRZ's fields`,
    )
  await selectApplication(plain)
  const probe = await plain.send({ cla: 0, ins: 0xb0, p1: 0x80 | FILES.com.shortId, p2: 0, le: 4 })
  if (probe.status === 0x9000) return { channel: plain, access: 'NONE', refusals }
  return { channel: secureChannel(plain, await basicAccess(plain, key, entropy)), access: 'BAC', refusals }
}

/** The kinds of PACE that the chip offers. A file that cannot be read does not say that it offers none. */
async function readOffers(plain: Channel, block: BlockSize): Promise<ReturnType<typeof parsePaceInfos>> {
  try {
    const cardAccess = await readFile(plain, FILES.cardAccess, block)
    return cardAccess ? parsePaceInfos(cardAccess) : { supported: [], offered: false }
  } catch (error) {
    if (!(error instanceof ChipReadError) || error.code !== 'BAD_ANSWER') throw error
    const text = 'EF.CardAccess cannot be read: whether and how the chip offers PACE is not known'
    throw new ChipReadError('BAD_ANSWER', text, { status: error.status, cause: error })
  }
}

async function checkMapping(channel: Channel, proof: MappingProof, block: BlockSize): Promise<'DONE' | 'FAILED'> {
  const cardSecurity = await readFile(channel, FILES.cardSecurity, block)
  return cardSecurity && provesChip(proof, cardSecurity) ? 'DONE' : 'FAILED'
}

async function selectApplication(channel: Channel) {
  const { status } = await channel.send({ cla: 0, ins: 0xa4, p1: 0x04, p2: 0x0c, data: APPLICATION })
  if (status === 0x9000) return
  throw new ChipReadError('NO_CHIP', `this is not the chip of a travel document (${statusText(status)})`, { status })
}

/** Larger blocks where both sides say that they can. */
async function blockSize(plain: Channel, { maxTransceiveLength = 261 }: ReadChipOptions): Promise<BlockSize> {
  if (maxTransceiveLength <= 261) return { value: SHORT_BLOCK }
  const info = await readInfo(plain)
  const most = Math.min(maxTransceiveLength, info ?? 0)
  // 80 bytes for the data objects, the padding and the MAC around a block.
  return { value: most > 512 ? most - 80 : SHORT_BLOCK }
}

/** The longest answer that the chip can give (EF.ATR/INFO, DO 7F66), where it says so. */
async function readInfo(plain: Channel): Promise<number | undefined> {
  const answer = await plain.send({ cla: 0, ins: 0xb0, p1: 0x80 | FILES.info.shortId, p2: 0, le: 256 })
  if (answer.status !== 0x9000 && answer.status !== 0x6282) return undefined
  try {
    const lengths = findValue(parseObjects(answer.data), 0x7f66)
    const response = lengths && parseObjects(lengths).filter(({ tag }) => tag === 0x02)[1]
    return response && Number(toInteger(response.value))
  } catch (error) {
    if (error instanceof ChipReadError) return undefined // not TLV: the chip says nothing of lengths
    throw error
  }
}

function groupsIn(com: Uint8Array): Set<number> {
  const list = findValue(parseInside(com, 0x60), 0x5c) ?? new Uint8Array(0)
  return new Set(Array.from(list, (tag) => TAGS.indexOf(tag) + 1))
}

/** INTERNAL AUTHENTICATE with the service's challenge. A long signature may need extended length. */
async function activeAuthentication(
  channel: Channel,
  challenge: Bytes,
  refusals: ChipRefusal[],
): Promise<Bytes | undefined> {
  const ask = (le: number): Promise<Answer> => channel.send({ cla: 0, ins: 0x88, p1: 0, p2: 0, data: challenge, le })
  const short = await ask(256)
  const answer = short.status === 0x9000 ? short : await ask(65_536)
  if (answer.status === 0x9000 && answer.data.length > 0) return answer.data
  // What it said first: the second try may be refused for its length.
  const text = 'the chip has a key of its own and did not sign the challenge: it may be a copy'
  refusals.push(refusalOf('INTERNAL AUTHENTICATE', short.status, text))
  return undefined
}

/** Done last, because a chip that fails it leaves a session that cannot go on. */
async function authenticateChip(
  plain: Channel,
  channel: Channel,
  dg14: Bytes,
  entropy: Entropy,
  refusals: ChipRefusal[],
): Promise<'DONE' | 'FAILED' | undefined> {
  const session = await agreeWithChipKey(channel, dg14, entropy)
  if (!session) return undefined
  if ('refused' in session) {
    const text = 'the chip names a key in DG14 and refuses to use it: it may be a copy'
    refusals.push(refusalOf('CHIP AUTHENTICATION', session.refused, text))
    return 'FAILED'
  }
  try {
    const probe = await secureChannel(plain, session).send({
      cla: 0,
      ins: 0xb0,
      p1: 0x80 | FILES.com.shortId,
      p2: 0,
      le: 4,
    })
    return probe.status === 0x9000 ? 'DONE' : 'FAILED'
  } catch (error) {
    if (error instanceof ChipReadError && error.code === 'BAD_ANSWER') return 'FAILED'
    throw error
  }
}
