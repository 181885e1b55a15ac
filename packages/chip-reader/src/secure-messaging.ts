import type { Answer, Channel, Command } from './apdu.ts'
import { type Bytes, concat, equal, fromInteger, pad, unpad } from './bytes.ts'
import type { Cipher } from './ciphers.ts'
import { ChipReadError, statusText } from './errors.ts'
import { encodeObject, findValue, parseObjects } from './tlv.ts'

/** The keys of a session and its send sequence counter, as an access protocol leaves them. */
export interface SessionKeys {
  cipher: Cipher
  encryption: Uint8Array
  mac: Uint8Array
  counter: bigint
}

/** ICAO 9303-11, 9.8: every command encrypted and authenticated, every answer verified. */
export function secureChannel(plain: Channel, keys: SessionKeys): Channel {
  let counter = keys.counter
  return {
    async send(command) {
      counter += 1n
      const protectedCommand = protect(command, keys, counter)
      const answer = await plain.send(protectedCommand)
      counter += 1n
      return unprotect(answer, keys, counter)
    },
  }
}

/** The command with its data encrypted and a MAC over all of it. */
export function protect(command: Command, keys: SessionKeys, counter: bigint): Command {
  const { cipher } = keys
  const block = cipher.blockSize
  const header = Uint8Array.of(command.cla | 0x0c, command.ins, command.p1, command.p2)
  const ssc = fromInteger(counter, block)
  const objects: Bytes[] = []
  if (command.data?.length) {
    const encrypted = cipher.encrypt(keys.encryption, pad(command.data, block), cipher.messageIv(keys.encryption, ssc))
    // An odd instruction carries data objects, which take no padding indicator.
    objects.push(
      command.ins & 1 ? encodeObject(0x85, encrypted) : encodeObject(0x87, concat(Uint8Array.of(1), encrypted)),
    )
  }
  if (command.le !== undefined) objects.push(encodeObject(0x97, expectedLength(command.le)))
  const authenticated = concat(ssc, pad(header, block), ...objects)
  const mac = encodeObject(0x8e, cipher.mac(keys.mac, macInput(authenticated, cipher)))
  const data = concat(...objects, mac)
  const extended = data.length > 255 || (command.le ?? 0) > 256
  return {
    cla: command.cla | 0x0c,
    ins: command.ins,
    p1: command.p1,
    p2: command.p2,
    data,
    le: extended ? 65_536 : 256,
  }
}

/** The answer inside its protection; an answer whose MAC does not hold is refused. */
export function unprotect(answer: Answer, keys: SessionKeys, counter: bigint): Answer {
  const { cipher } = keys
  const ssc = fromInteger(counter, cipher.blockSize)
  if (answer.data.length === 0)
    throw new ChipReadError('BAD_ANSWER', `the chip ended the protected session (${statusText(answer.status)})`, {
      status: answer.status,
    })
  const objects = parseObjects(answer.data)
  const authenticated = objects.filter(({ tag }) => tag === 0x87 || tag === 0x85 || tag === 0x99)
  const status = findValue(objects, 0x99)
  const mac = findValue(objects, 0x8e)
  const input = concat(ssc, ...authenticated.map(({ tag, value }) => encodeObject(tag, value)))
  if (!mac || !status || status.length !== 2 || !equal(mac, cipher.mac(keys.mac, macInput(input, cipher))))
    throw new ChipReadError('BAD_ANSWER', 'the chip sent an answer that its session key does not vouch for')
  return {
    data: decrypted(objects, keys, ssc),
    status: ((status[0] ?? 0) << 8) | (status[1] ?? 0),
  }
}

function decrypted(objects: ReturnType<typeof parseObjects>, keys: SessionKeys, ssc: Uint8Array): Bytes {
  const withIndicator = findValue(objects, 0x87)
  const encrypted = withIndicator?.[0] === 1 ? withIndicator.slice(1) : findValue(objects, 0x85)
  if (!encrypted) return new Uint8Array(0)
  const { cipher } = keys
  if (encrypted.length % cipher.blockSize) throw new ChipReadError('BAD_ANSWER', 'the chip sent a broken block')
  const plain = unpad(cipher.decrypt(keys.encryption, encrypted, cipher.messageIv(keys.encryption, ssc)))
  if (!plain) throw new ChipReadError('BAD_ANSWER', 'the chip sent data without its padding')
  return plain
}

/** Triple DES pads inside its MAC; CMAC is given the padded string (9303-11, 9.8.6). */
function macInput(input: Bytes, cipher: Cipher): Bytes {
  return cipher.name === '3DES' ? input : pad(input, cipher.blockSize)
}

function expectedLength(le: number): Bytes {
  return le <= 256 ? Uint8Array.of(le & 0xff) : Uint8Array.of((le >> 8) & 0xff, le & 0xff)
}
