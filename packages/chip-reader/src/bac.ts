import type { Channel } from './apdu.ts'
import { concat, equal, toInteger, xor } from './bytes.ts'
import { TRIPLE_DES } from './ciphers.ts'
import { ChipReadError, statusText } from './errors.ts'
import type { Entropy } from './group.ts'
import { type MrzKey, mrzSeed } from './mrz-key.ts'
import type { SessionKeys } from './secure-messaging.ts'

/** Basic Access Control: ICAO 9303-11, 4.3. */
export async function basicAccess(channel: Channel, key: MrzKey, entropy: Entropy): Promise<SessionKeys> {
  const seed = mrzSeed(key).slice(0, 16)
  const encryption = TRIPLE_DES.deriveKey(seed, 1)
  const mac = TRIPLE_DES.deriveKey(seed, 2)

  const challenge = await channel.send({ cla: 0, ins: 0x84, p1: 0, p2: 0, le: 8 })
  if (challenge.status !== 0x9000 || challenge.data.length !== 8)
    throw new ChipReadError('NOT_SUPPORTED', `the chip gives no challenge (${statusText(challenge.status)})`, {
      status: challenge.status,
    })
  const ours = entropy.bytes(8)
  const ourSecret = entropy.bytes(16)
  const sealed = TRIPLE_DES.encrypt(encryption, concat(ours, challenge.data, ourSecret))
  const answer = await channel.send({
    cla: 0,
    ins: 0x82,
    p1: 0,
    p2: 0,
    data: concat(sealed, TRIPLE_DES.mac(mac, sealed)),
    le: 0x28,
  })
  if (answer.status !== 0x9000) throw refused(answer.status)
  const [theirs, theirMac] = [answer.data.slice(0, 32), answer.data.slice(32)]
  if (theirs.length !== 32 || !equal(theirMac, TRIPLE_DES.mac(mac, theirs))) throw refused(answer.status)
  const opened = TRIPLE_DES.decrypt(encryption, theirs)
  if (!equal(opened.slice(0, 8), challenge.data) || !equal(opened.slice(8, 16), ours))
    throw new ChipReadError('BAD_ANSWER', 'the chip answered another challenge')

  const sessionSeed = xor(ourSecret, opened.slice(16))
  return {
    cipher: TRIPLE_DES,
    encryption: TRIPLE_DES.deriveKey(sessionSeed, 1),
    mac: TRIPLE_DES.deriveKey(sessionSeed, 2),
    counter: toInteger(concat(challenge.data.slice(4), ours.slice(4))),
  }
}

function refused(status: number) {
  if (status === 0x6983) return new ChipReadError('BLOCKED', 'the chip is blocked (6983)', { status })
  return new ChipReadError('WRONG_KEY', `the chip refuses the key (${statusText(status)})`, { status })
}
