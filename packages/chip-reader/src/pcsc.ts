import { connect, type Socket } from 'node:net'
import { ChipReadError } from './errors.ts'

/** A card in a reader at a counter. `transceive` is what `readChip` takes. */
export interface CardConnection {
  reader: string
  transceive(apdu: Uint8Array): Promise<Uint8Array>
  close(): Promise<void>
}

/** Messages of pcscd, by number (winscard_msg.h of pcsc-lite). */
const MESSAGES = { establish: 0x01, connect: 0x04, disconnect: 0x06, transmit: 0x09, version: 0x11, readers: 0x12 }
/** The protocol of pcsc-lite 1.8.24 and later. pcscd takes only clients of its own version, and says which it is. */
const PROTOCOL = { major: 4, minor: 4 }
const READER_NAME = 128
const READER_STATE = 184
const READERS = 16
const CARD_PRESENT = 0x0004
const ANSWER_HEADER = 32
const LONGEST_ANSWER = 65_548

/**
 * Connects to the first reader that has a card on it, or to the one named, through pcscd's own socket: no native
 * module is needed. Linux; on other systems give `readChip` a `transceive` of your own.
 */
export async function connectCard({
  reader,
  socketPath = process.env.PCSCLITE_CSOCK_NAME ?? '/run/pcscd/pcscd.comm',
}: {
  reader?: string
  socketPath?: string
} = {}): Promise<CardConnection> {
  const daemon = await greetDaemon(socketPath, PROTOCOL.minor)
  try {
    const context = await daemon.ask(MESSAGES.establish, integers(2, 0, 0), 12)
    check(context.readUInt32LE(8), 'pcscd gives no context')
    const readers = parseReaders(await daemon.ask(MESSAGES.readers, Buffer.alloc(0), READER_STATE * READERS))
    const chosen = readers.find(({ name, hasCard }) => (reader ? name.includes(reader) : hasCard))
    if (!chosen) throw new ChipReadError('NO_CHIP', missing(readers, reader))
    const card = await connectReader(daemon, context.readUInt32LE(4), chosen.name)
    return { reader: chosen.name, ...card }
  } catch (error) {
    daemon.close()
    throw error
  }
}

/** Opens the socket and agrees on the version, once more with the one that pcscd names. */
async function greetDaemon(path: string, minor: number): Promise<Daemon> {
  const daemon = await openDaemon(path)
  const version = await daemon.ask(MESSAGES.version, integers(PROTOCOL.major, minor, 0), 12)
  if (version.readUInt32LE(8) === 0) return daemon
  daemon.close()
  const [major, theirs] = [version.readInt32LE(0), version.readInt32LE(4)]
  if (major === PROTOCOL.major && theirs !== minor) return greetDaemon(path, theirs)
  throw new ChipReadError('NO_CHIP', `pcscd speaks version ${major}.${theirs} of its protocol, not ${PROTOCOL.major}.x`)
}

async function connectReader(daemon: Daemon, context: number, name: string) {
  const request = Buffer.alloc(4 + READER_NAME + 20)
  request.writeUInt32LE(context, 0)
  request.write(name, 4, 'latin1')
  request.writeUInt32LE(2, 4 + READER_NAME) // shared
  request.writeUInt32LE(3, 8 + READER_NAME) // T=0 or T=1
  const answer = await daemon.ask(MESSAGES.connect, request, request.length)
  check(answer.readUInt32LE(20 + READER_NAME), 'the card does not answer')
  const card = answer.readInt32LE(12 + READER_NAME)
  const protocol = answer.readUInt32LE(16 + READER_NAME)
  return {
    transceive: async (apdu: Uint8Array) => {
      const header = integers(card, protocol, 8, apdu.length, protocol, 8, LONGEST_ANSWER, 0)
      const result = await daemon.ask(MESSAGES.transmit, Buffer.concat([header, apdu]), ANSWER_HEADER, header.length)
      if (result.readUInt32LE(28) !== 0) throw new Error(`the reader lost the card (${hex(result.readUInt32LE(28))})`)
      return new Uint8Array(await daemon.take(result.readUInt32LE(24)))
    },
    close: async () => {
      await daemon.ask(MESSAGES.disconnect, integers(card, 1, 0), 12)
      daemon.close()
    },
  }
}

interface Daemon {
  /** Sends a message and resolves to as many bytes of its answer; `size` where the message's stated size is another. */
  ask(message: number, body: Uint8Array, answerLength: number, size?: number): Promise<Buffer>
  take(length: number): Promise<Buffer>
  close(): void
}

async function openDaemon(path: string): Promise<Daemon> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect(path, () => resolve(opening))
    opening.once('error', (cause) =>
      reject(new ChipReadError('NO_CHIP', `pcscd does not run here: ${path} cannot be opened`, { cause })),
    )
  })
  let buffered = Buffer.alloc(0)
  let waiting: { length: number; resolve: (bytes: Buffer) => void; reject: (error: Error) => void } | undefined
  const serve = () => {
    if (!waiting || buffered.length < waiting.length) return
    const { length, resolve } = waiting
    waiting = undefined
    const bytes = buffered.subarray(0, length)
    buffered = buffered.subarray(length)
    resolve(bytes)
  }
  socket.on('data', (bytes: Buffer) => {
    buffered = Buffer.concat([buffered, bytes])
    serve()
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('pcscd closed the connection')))
  const take = (length: number) =>
    new Promise<Buffer>((resolve, reject) => {
      waiting = { length, resolve, reject }
      if (socket.destroyed) reject(new Error('pcscd closed the connection'))
      else serve()
    })
  return {
    take,
    ask(message, body, answerLength, size = body.length) {
      socket.write(Buffer.concat([integers(size, message), body]))
      return take(answerLength)
    },
    close: () => socket.destroy(),
  }
}

function parseReaders(states: Buffer): { name: string; hasCard: boolean }[] {
  return Array.from({ length: READERS }, (_, at) => {
    const state = states.subarray(at * READER_STATE, (at + 1) * READER_STATE)
    const name = state.subarray(0, READER_NAME).toString('latin1').replace(/\0.*$/s, '')
    return { name, hasCard: (state.readUInt32LE(READER_NAME + 4) & CARD_PRESENT) !== 0 }
  }).filter(({ name }) => name)
}

function missing(readers: readonly { name: string }[], wanted: string | undefined) {
  const names = readers.map(({ name }) => `“${name}”`).join(', ')
  if (!readers.length) return 'no reader is connected'
  return wanted ? `no reader named “${wanted}”; there are ${names}` : `no card lies on ${names}`
}

function check(code: number, problem: string) {
  if (code !== 0) throw new ChipReadError('NO_CHIP', `${problem} (${hex(code)})`)
}

const hex = (code: number) => `0x${code.toString(16).padStart(8, '0')}`

/** 32-bit integers as this machine has them; pcscd runs on the same one, and all of ours are little-endian. */
function integers(...values: number[]): Buffer {
  const words = new DataView(new ArrayBuffer(values.length * 4))
  for (const [at, value] of values.entries()) words.setUint32(at * 4, value, true)
  return Buffer.from(words.buffer)
}
