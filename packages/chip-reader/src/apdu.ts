import { type Bytes, concat } from './bytes.ts'
import { ChipReadError } from './errors.ts'

/** Sends one command APDU and resolves to the answer with its status word. It is all that a transport has to do. */
export type Transceive = (apdu: Uint8Array) => Promise<Uint8Array>

export interface Command {
  cla: number
  ins: number
  p1: number
  p2: number
  data?: Uint8Array | undefined
  /** Most bytes expected in the answer; absent where none are. 256 and 65,536 stand for "as many as there are". */
  le?: number | undefined
}

export interface Answer {
  data: Bytes
  status: number
}

/** What commands are sent over: the chip itself, or secure messaging on top of it. */
export interface Channel {
  send(command: Command): Promise<Answer>
}

/** ISO/IEC 7816-4, 5.1: short form where it fits, else extended. */
export function encodeCommand({ cla, ins, p1, p2, data = new Uint8Array(0), le }: Command): Bytes {
  const header = Uint8Array.of(cla, ins, p1, p2)
  if (data.length <= 255 && (le ?? 0) <= 256) {
    const lc = data.length ? concat(Uint8Array.of(data.length), data) : data
    return concat(header, lc, le === undefined ? new Uint8Array(0) : Uint8Array.of(le & 0xff))
  }
  const lc = data.length ? concat(Uint8Array.of(0, data.length >> 8, data.length), data) : data
  const tail = le === undefined ? [] : data.length ? [le >> 8, le] : [0, le >> 8, le]
  return concat(header, lc, Uint8Array.from(tail))
}

/** The plain channel: one answer a command, within a time limit, whatever the transport does. */
export function plainChannel(
  transceive: Transceive,
  options: { timeoutMs: number; signal?: AbortSignal | undefined },
): Channel {
  const exchange = async (command: Command): Promise<Answer> => {
    const bytes = await limited(transceive, encodeCommand(command), options)
    // No refusal by the chip: the link was cut, or what carries it is jammed.
    if (bytes.length < 2) throw new ChipReadError('LOST', 'an answer came without a status word')
    const end = bytes.length - 2
    return { data: bytes.slice(0, end), status: ((bytes[end] ?? 0) << 8) | (bytes[end + 1] ?? 0) }
  }
  return {
    async send(command) {
      let answer = await exchange(command)
      // 6Cxx: the same command again with the length that the chip names.
      if (answer.status >> 8 === 0x6c) answer = await exchange({ ...command, le: answer.status & 0xff || 256 })
      const parts = [answer.data]
      // 61xx: more is waiting.
      while (answer.status >> 8 === 0x61 && parts.length < 300) {
        answer = await exchange({ cla: 0, ins: 0xc0, p1: 0, p2: 0, le: answer.status & 0xff || 256 })
        parts.push(answer.data)
      }
      return { data: concat(...parts), status: answer.status }
    },
  }
}

async function limited(
  transceive: Transceive,
  apdu: Bytes,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Uint8Array> {
  if (signal?.aborted) throw aborted(signal)
  let stop = () => {}
  const ended = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new ChipReadError('LOST', 'the chip did not answer in time')), timeoutMs)
    const abort = () => reject(aborted(signal))
    signal?.addEventListener('abort', abort, { once: true })
    stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  })
  const answered = transceive(apdu).catch((cause: unknown) => {
    throw new ChipReadError('LOST', 'the connection to the chip was lost', { cause })
  })
  try {
    return await Promise.race([answered, ended])
  } finally {
    stop()
  }
}

const aborted = (signal: AbortSignal | undefined) =>
  new ChipReadError('ABORTED', 'reading was aborted', { cause: signal?.reason })
