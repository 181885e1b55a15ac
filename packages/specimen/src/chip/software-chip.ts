import type { Answer, Command } from '../../../chip-reader/src/apdu.ts'
import { type Bytes, concat, equal, fromInteger, toHex, toInteger, xor } from '../../../chip-reader/src/bytes.ts'
import { type Cipher, TRIPLE_DES } from '../../../chip-reader/src/ciphers.ts'
import { standardGroup, systemEntropy } from '../../../chip-reader/src/group.ts'
import { type AccessKey, mrzSeed } from '../../../chip-reader/src/mrz-key.ts'
import type { SessionKeys } from '../../../chip-reader/src/secure-messaging.ts'
import { encodeObject, findValue, parseInside, parseObjects } from '../../../chip-reader/src/tlv.ts'
import { decodeCommand, encodeAnswer, openCommand, sealAnswer } from './chip-messages.ts'
import {
  beginPace,
  type ChipStaticKey,
  CIPHERS,
  cardAccess,
  cardSecurity,
  continuePace,
  type PaceOffer,
  type PaceState,
  paceOid,
} from './chip-pace.ts'

/**
 * The chip of a travel document in software: it answers APDUs as ICAO 9303-10 and -11 specify. For tests and trials.
 */
interface SoftwareChip {
  transceive(apdu: Uint8Array): Promise<Uint8Array>
  /** Takes the chip out of the field and back: access control starts again. */
  reset(): void
  /** The commands it received, by instruction. */
  readonly received: number[]
}

export interface SoftwareChipOptions {
  key: AccessKey
  /** The files of the application: EF.COM, EF.SOD and data groups by file identifier. */
  files: ReadonlyMap<number, Uint8Array>
  access: 'BAC' | 'NONE' | PaceOffer
  /** A static key for chip authentication and for the mapping of PACE-CAM. */
  chipKey?: ChipStaticKey
  /** Active authentication: signs a challenge. */
  sign?: (challenge: Uint8Array) => Uint8Array
  /** The longest answer it gives, stated in EF.ATR/INFO. */
  longestAnswer?: number
  /** Whether files can be read by their short identifier. */
  shortIdentifiers?: boolean
  /** The number of wrong keys until it is blocked. */
  tries?: number
  /** The raw EF.CardAccess, whatever the chip then does. */
  cardAccess?: Uint8Array
  /** The status word that a command is answered with; undefined: the command is executed. */
  refuse?: (command: Command) => number | undefined
}

const CARD_ACCESS = 0x011c
const CARD_SECURITY = 0x011d
const INFO = 0x2f01
const OK: Answer = { data: new Uint8Array(0), status: 0x9000 }
const status = (value: number): Answer => ({ data: new Uint8Array(0), status: value })

export function softwareChip(options: SoftwareChipOptions): SoftwareChip {
  const received: number[] = []
  let triesLeft = options.tries ?? Number.POSITIVE_INFINITY
  let state = freshState()

  function freshState() {
    return {
      session: undefined as SessionKeys | undefined,
      /** Set when a command changes the keys: its own answer still uses the old ones. */
      next: undefined as SessionKeys | undefined,
      application: false,
      selected: undefined as Uint8Array | undefined,
      challenge: undefined as Bytes | undefined,
      pace: undefined as PaceState | undefined,
      chipProtocol: undefined as Cipher | undefined,
    }
  }

  const masterFiles = new Map<number, Uint8Array>()
  if (typeof options.access === 'object') masterFiles.set(CARD_ACCESS, cardAccess(options.access))
  if (options.cardAccess) masterFiles.set(CARD_ACCESS, options.cardAccess)
  if (options.chipKey) masterFiles.set(CARD_SECURITY, cardSecurity(options.chipKey))
  if (options.longestAnswer) masterFiles.set(INFO, info(options.longestAnswer))

  return {
    received,
    reset: () => {
      state = freshState()
    },
    async transceive(apdu) {
      const command = decodeCommand(apdu)
      received.push(command.ins)
      if (!(command.cla & 0x0c)) {
        if (state.session) state = freshState() // a plain command ends the protected session
        return encodeAnswer(answer(command))
      }
      if (!state.session) return encodeAnswer(status(0x6988))
      const { session } = state
      const inner = openCommand(command, session)
      if (!inner) {
        state = freshState()
        return encodeAnswer(status(0x6988))
      }
      const before = session.counter
      let sealed = sealAnswer(answer(inner), inner.ins, session)
      if (sealed.length > (options.longestAnswer ?? 256)) {
        session.counter = before
        sealed = sealAnswer(status(0x6700), inner.ins, session)
      }
      if (state.next) state.session = state.next
      state.next = undefined
      return encodeAnswer({ data: sealed, status: 0x9000 })
    },
  }

  function answer(command: Command): Answer {
    const refused = options.refuse?.(command)
    if (refused !== undefined) return status(refused)
    switch (command.ins) {
      case 0xa4:
        return select(command)
      case 0xb0:
      case 0xb1:
        return read(command)
      case 0x84:
        if (options.access === 'NONE') return status(0x6d00)
        state.challenge = systemEntropy.bytes(8)
        return { data: state.challenge, status: 0x9000 }
      case 0x82:
        return externalAuthenticate(command)
      case 0x22:
        return manageSecurity(command)
      case 0x86:
        return generalAuthenticate(command)
      case 0x88:
        if (!state.application || !options.sign) return status(0x6d00)
        return { data: options.sign(command.data ?? new Uint8Array(0)), status: 0x9000 }
      default:
        return status(0x6d00)
    }
  }

  function select({ p1, data = new Uint8Array(0) }: Command): Answer {
    if (p1 === 0x04) {
      if (toHex(data) !== 'a0000002471001') return status(0x6a82)
      state.application = true
      state.selected = undefined
      return OK
    }
    if (!mayRead()) return status(0x6982)
    const id = Number(toInteger(data))
    state.selected = state.application ? options.files.get(id) : masterFiles.get(id)
    return state.selected ? OK : status(0x6a82)
  }

  /** All files of the application are behind access control, and so is EF.CardSecurity. */
  function mayRead() {
    return !state.application || options.access === 'NONE' || state.session !== undefined
  }

  function read({ ins, p1, p2, data = new Uint8Array(0), le = 256 }: Command): Answer {
    if (!mayRead()) return status(0x6982)
    if (ins === 0xb0 && p1 & 0x80) {
      if (options.shortIdentifiers === false) return status(0x6a86)
      const id = p1 & 0x1f
      const files = state.application ? options.files : masterFiles
      const file = files.get(0x0100 + id) ?? (state.application ? undefined : files.get(0x2f00 + id))
      if (!file || (!state.application && id === 0x1d && !state.session)) return status(0x6a82)
      state.selected = file
    }
    if (!state.selected) return status(0x6986)
    const offset =
      ins === 0xb1
        ? Number(toInteger(findValue(parseObjects(data), 0x54) ?? new Uint8Array(0)))
        : p1 & 0x80
          ? p2
          : (p1 << 8) | p2
    if (offset >= state.selected.length) return status(0x6b00)
    const room = ins === 0xb1 ? le - (le > 0x7f ? 4 : 2) : le
    const part = state.selected.slice(offset, offset + room)
    return { data: ins === 0xb1 ? encodeObject(0x53, part) : part, status: 0x9000 }
  }

  function wrongKey(): Answer {
    triesLeft -= 1
    return status(triesLeft <= 0 ? 0x6983 : 0x6300)
  }

  function externalAuthenticate({ data = new Uint8Array(0) }: Command): Answer {
    if (triesLeft <= 0) return status(0x6983)
    if (options.access !== 'BAC' || 'can' in options.key || !state.challenge || data.length !== 40)
      return status(0x6985)
    const seed = mrzSeed(options.key).slice(0, 16)
    const [encryption, mac] = [TRIPLE_DES.deriveKey(seed, 1), TRIPLE_DES.deriveKey(seed, 2)]
    if (!equal(TRIPLE_DES.mac(mac, data.slice(0, 32)), data.slice(32))) return wrongKey()
    const opened = TRIPLE_DES.decrypt(encryption, data.slice(0, 32))
    if (!equal(opened.slice(8, 16), state.challenge)) return wrongKey()
    const ours = systemEntropy.bytes(16)
    const sealed = TRIPLE_DES.encrypt(encryption, concat(state.challenge, opened.slice(0, 8), ours))
    const sessionSeed = xor(ours, opened.slice(16))
    state.session = {
      cipher: TRIPLE_DES,
      encryption: TRIPLE_DES.deriveKey(sessionSeed, 1),
      mac: TRIPLE_DES.deriveKey(sessionSeed, 2),
      counter: toInteger(concat(state.challenge.slice(4), opened.slice(4, 8))),
    }
    return { data: concat(sealed, TRIPLE_DES.mac(mac, sealed)), status: 0x9000 }
  }

  function manageSecurity({ p1, p2, data = new Uint8Array(0) }: Command): Answer {
    const objects = parseObjects(data)
    if (p1 === 0xc1) {
      const offer = options.access
      if (typeof offer !== 'object' || toHex(findValue(objects, 0x80) ?? data) !== toHex(paceOid(offer)))
        return status(0x6a80)
      if (triesLeft <= 0) return status(0x6983)
      const byCan = 'can' in options.key
      if (findValue(objects, 0x83)?.[0] !== (byCan ? 2 : 1)) return status(0x6a88)
      state.pace = beginPace(offer, options.key)
      return OK
    }
    const { chipKey } = options
    if (!chipKey?.protocol || !state.application) return status(0x6a88)
    const cipher = CIPHERS[chipKey.protocol[1]]
    if (!cipher) return status(0x6a80)
    state.chipProtocol = cipher
    if (p2 === 0xa6) return agree(chipKey, cipher, findValue(objects, 0x91))
    return OK
  }

  function agree(chipKey: ChipStaticKey, cipher: Cipher, theirs: Uint8Array | undefined): Answer {
    const group = standardGroup(chipKey.parameterId)
    if (!group || !theirs) return status(0x6a80)
    const shared = group.secretOf(group.multiply(theirs, chipKey.secret))
    state.next = { cipher, encryption: cipher.deriveKey(shared, 1), mac: cipher.deriveKey(shared, 2), counter: 0n }
    return OK
  }

  function generalAuthenticate({ data = new Uint8Array(0) }: Command): Answer {
    const objects = parseInside(data, 0x7c)
    if (state.application) {
      const { chipKey } = options
      if (!chipKey || !state.chipProtocol) return status(0x6985)
      const agreed = agree(chipKey, state.chipProtocol, findValue(objects, 0x80))
      return agreed === OK ? { data: encodeObject(0x7c, new Uint8Array(0)), status: 0x9000 } : agreed
    }
    if (!state.pace) return status(0x6985)
    const step = continuePace(state.pace, objects, options.chipKey)
    if (step === 'WRONG_KEY') {
      state.pace = undefined
      return wrongKey()
    }
    if (step.session) state.session = step.session
    return { data: encodeObject(0x7c, step.data), status: 0x9000 }
  }
}

function info(longest: number): Bytes {
  const length = encodeObject(0x02, fromInteger(BigInt(longest)))
  return encodeObject(0x7f66, concat(length, length))
}
