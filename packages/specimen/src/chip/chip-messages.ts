import type { Answer, Command } from '../../../chip-reader/src/apdu.ts'
import { type Bytes, concat, equal, fromInteger, pad, toInteger, unpad } from '../../../chip-reader/src/bytes.ts'
import type { SessionKeys } from '../../../chip-reader/src/secure-messaging.ts'
import { encodeObject, findValue, parseObjects } from '../../../chip-reader/src/tlv.ts'

export function decodeCommand(apdu: Uint8Array): Command {
  const [cla = 0, ins = 0, p1 = 0, p2 = 0, first] = apdu
  const header = { cla, ins, p1, p2 }
  if (first === undefined) return header
  if (apdu.length === 5) return { ...header, le: first || 256 }
  const two = (at: number) => ((apdu[at] ?? 0) << 8) | (apdu[at + 1] ?? 0)
  if (first === 0) {
    if (apdu.length === 7) return { ...header, le: two(5) || 65_536 }
    const end = 7 + two(5)
    return { ...header, data: apdu.slice(7, end), ...(apdu.length > end ? { le: two(end) || 65_536 } : {}) }
  }
  const end = 5 + first
  return { ...header, data: apdu.slice(5, end), ...(apdu.length > end ? { le: apdu[end] || 256 } : {}) }
}

export function encodeAnswer({ data, status: word }: Answer): Bytes {
  return concat(data, Uint8Array.of(word >> 8, word & 0xff))
}

/** The command inside a protected one; undefined if its MAC is not valid. */
export function openCommand(command: Command, session: SessionKeys): Command | undefined {
  const { cipher } = session
  session.counter += 1n
  const ssc = fromInteger(session.counter, cipher.blockSize)
  const objects = parseObjects(command.data ?? new Uint8Array(0))
  const header = Uint8Array.of(command.cla, command.ins, command.p1, command.p2)
  const body = objects.filter(({ tag }) => tag !== 0x8e).map(({ tag, value }) => encodeObject(tag, value))
  const input = concat(ssc, pad(header, cipher.blockSize), ...body)
  const mac = findValue(objects, 0x8e)
  if (!mac || !equal(mac, cipher.mac(session.mac, cipher.name === '3DES' ? input : pad(input, 16)))) return undefined
  const sealed = findValue(objects, 0x87)?.slice(1) ?? findValue(objects, 0x85)
  const data = sealed && unpad(cipher.decrypt(session.encryption, sealed, cipher.messageIv(session.encryption, ssc)))
  const expected = findValue(objects, 0x97)
  const le = expected && (Number(toInteger(expected)) || (expected.length === 1 ? 256 : 65_536))
  return { cla: command.cla & ~0x0c, ins: command.ins, p1: command.p1, p2: command.p2, data, le }
}

export function sealAnswer({ data, status: word }: Answer, ins: number, session: SessionKeys): Bytes {
  const { cipher } = session
  session.counter += 1n
  const ssc = fromInteger(session.counter, cipher.blockSize)
  const sealed = data.length
    ? cipher.encrypt(session.encryption, pad(data, cipher.blockSize), cipher.messageIv(session.encryption, ssc))
    : undefined
  const body = !sealed
    ? new Uint8Array(0)
    : ins & 1
      ? encodeObject(0x85, sealed)
      : encodeObject(0x87, concat(Uint8Array.of(1), sealed))
  const objects = concat(body, encodeObject(0x99, Uint8Array.of(word >> 8, word & 0xff)))
  const input = concat(ssc, objects)
  const mac = cipher.mac(session.mac, cipher.name === '3DES' ? input : pad(input, 16))
  return concat(objects, encodeObject(0x8e, mac))
}
