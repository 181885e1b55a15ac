import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { concat, fromHex, fromInteger } from '../../../packages/chip-reader/src/bytes.ts'
import { standardCurve } from '../../../packages/chip-reader/src/curves.ts'
import { tripleDesCbc } from '../../../packages/chip-reader/src/des.ts'
import { parsePublicKey } from '../../../packages/chip-reader/src/group.ts'
import { type ChipProgress, ChipReadError, readChip } from '../../../packages/chip-reader/src/index.ts'
import { parsePaceInfos } from '../../../packages/chip-reader/src/pace-info.ts'
import { encodeObject } from '../../../packages/chip-reader/src/tlv.ts'
import { chipKeyInfos } from '../../../packages/specimen/src/chip/chip-pace.ts'
import { type SoftwareChipOptions, softwareChip } from '../../../packages/specimen/src/chip/software-chip.ts'

const KEY = { documentNumber: 'SPEC12345', birthDate: '1990-02-03', expiryDate: '2031-04-05' }
const base64 = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64')

/** Files of the right shape: their content is not what is read here for. */
const files = (groups: Record<number, Uint8Array> = {}) => {
  const dataGroups: Record<number, Uint8Array> = {
    1: encodeObject(0x61, new Uint8Array(randomBytes(93))),
    2: encodeObject(0x75, new Uint8Array(randomBytes(1_500))),
    ...groups,
  }
  const tags = [0x61, 0x75, 0x63, 0x76, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70]
  const list = Object.keys(dataGroups).map((number) => tags[Number(number) - 1] ?? 0)
  return new Map<number, Uint8Array>([
    [0x011e, encodeObject(0x60, encodeObject(0x5c, Uint8Array.from(list)))],
    [0x011d, encodeObject(0x77, new Uint8Array(randomBytes(700)))],
    ...Object.entries(dataGroups).map(([number, bytes]) => [0x0100 + Number(number), bytes] as const),
  ])
}

const chipWith = (options: Partial<SoftwareChipOptions>) =>
  softwareChip({ key: KEY, files: files(), access: 'BAC', ...options })

describe('reading a chip', () => {
  it('reads the signed object, the list and the data groups by BAC', async () => {
    const content = files()
    const chip = chipWith({ files: content })
    const reading = await readChip({ transceive: chip.transceive, key: KEY })
    assert.equal(reading.access, 'BAC')
    assert.equal(reading.sod, base64(content.get(0x011d)))
    assert.equal(reading.com, base64(content.get(0x011e)))
    assert.deepEqual(reading.dataGroups, { 1: base64(content.get(0x0101)), 2: base64(content.get(0x0102)) })
    assert.equal(reading.activeAuthentication, undefined)
  })

  const names: Record<number, string> = {
    1: 'DH generic',
    2: 'ECDH generic',
    3: 'DH integrated',
    4: 'ECDH integrated',
    6: 'CAM',
  }
  const ciphers: Record<number, string> = { 1: '3DES', 2: 'AES-128', 3: 'AES-192', 4: 'AES-256' }
  const cases: [mapping: number, cipher: number, parameters: number][] = [
    ...[8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map((id): [number, number, number] => [2, 2, id]),
    ...[1, 3, 4].map((cipher): [number, number, number] => [2, cipher, 13]),
    ...[0, 1, 2].map((id): [number, number, number] => [1, 4, id]),
    ...[1, 2, 3, 4].map((cipher): [number, number, number] => [4, cipher, 13]),
    [4, 2, 12],
    [3, 2, 0],
    [3, 4, 2],
    ...[2, 3, 4].map((cipher): [number, number, number] => [6, cipher, 13]),
  ]
  for (const [mapping, cipher, parameterId] of cases)
    it(`opens it by PACE ${names[mapping]} with ${ciphers[cipher]} and domain parameters ${parameterId}`, async () => {
      const content = files()
      const chip = chipWith({
        files: content,
        access: { protocol: [mapping, cipher], parameterId },
        ...(mapping === 6 ? { chipKey: { parameterId, secret: 0x1234567890abcdefn } } : {}),
      })
      const reading = await readChip({ transceive: chip.transceive, key: KEY, dataGroups: [1] })
      assert.equal(reading.access, 'PACE')
      assert.deepEqual(reading.dataGroups, { 1: base64(content.get(0x0101)) })
      assert.equal(reading.chipAuthentication, mapping === 6 ? 'DONE' : undefined)
    })

  it('opens it by the card access number', async () => {
    const chip = chipWith({ key: { can: '123456' }, access: { protocol: [2, 2], parameterId: 13 } })
    assert.equal(
      (await readChip({ transceive: chip.transceive, key: { can: '123456' }, dataGroups: [1] })).access,
      'PACE',
    )
  })

  it('reads a chip that asks for no access', async () => {
    assert.equal((await readChip({ transceive: chipWith({ access: 'NONE' }).transceive, key: KEY })).access, 'NONE')
  })

  it('reads files of more than 32 kB, and selects where short identifiers are not taken', async () => {
    const large = encodeObject(0x75, new Uint8Array(randomBytes(40_000)))
    const chip = chipWith({
      files: files({ 2: large }),
      shortIdentifiers: false,
      access: { protocol: [2, 2], parameterId: 13 },
    })
    const reading = await readChip({ transceive: chip.transceive, key: KEY, dataGroups: [2] })
    assert.equal(reading.dataGroups[2], base64(large))
  })

  it('asks for long blocks where chip and transport can carry them', async () => {
    const content = files({ 2: encodeObject(0x75, new Uint8Array(randomBytes(20_000))) })
    const reads = async (maxTransceiveLength: number) => {
      const chip = chipWith({ files: content, longestAnswer: 4_096 })
      const reading = await readChip({ transceive: chip.transceive, key: KEY, dataGroups: [2], maxTransceiveLength })
      assert.equal(reading.dataGroups[2], base64(content.get(0x0102)))
      return chip.received.filter((ins) => ins === 0xb0).length
    }
    assert.ok((await reads(65_535)) < 15)
    assert.ok((await reads(261)) > 80)
  })

  it('answers the service’s challenge where the chip has a key for it', async () => {
    const challenges: string[] = []
    const signature = new Uint8Array(randomBytes(128))
    const chip = chipWith({
      files: files({ 15: encodeObject(0x6f, new Uint8Array(40)) }),
      sign: (challenge) => {
        challenges.push(Buffer.from(challenge).toString('hex'))
        return signature
      },
    })
    const reading = await readChip({ transceive: chip.transceive, key: KEY, challenge: '0011223344556677' })
    assert.deepEqual(challenges, ['0011223344556677'])
    assert.deepEqual(reading.activeAuthentication, { signature: base64(signature) })
  })

  it('takes a signature of 256 bytes by extended length', async () => {
    const signature = new Uint8Array(randomBytes(256))
    const chip = chipWith({
      files: files({ 15: encodeObject(0x6f, new Uint8Array(40)) }),
      sign: () => signature,
      longestAnswer: 2_048,
    })
    const reading = await readChip({ transceive: chip.transceive, key: KEY, challenge: '0011223344556677' })
    assert.equal(reading.activeAuthentication?.signature, base64(signature))
  })

  for (const [kind, cipher, parameterId] of [
    [2, 1, 12],
    [2, 2, 13],
    [2, 4, 16],
    [1, 2, 2],
  ] as const)
    it(`agrees on new keys with the chip’s own: ${kind === 2 ? 'ECDH' : 'DH'}, ${ciphers[cipher]}`, async () => {
      const chipKey = { parameterId, secret: 0xfedcba987654321n, protocol: [kind, cipher] as const }
      const dg14 = encodeObject(0x6e, chipKeyInfos(chipKey))
      const chip = chipWith({ files: files({ 14: dg14 }), chipKey, longestAnswer: 2_048 })
      assert.equal((await readChip({ transceive: chip.transceive, key: KEY })).chipAuthentication, 'DONE')
    })

  it('says so when the chip does not have the private key of its DG14', async () => {
    const chipKey = { parameterId: 13, secret: 77n, protocol: [2, 2] as const }
    const dg14 = encodeObject(0x6e, chipKeyInfos({ ...chipKey, secret: 78n }))
    const chip = chipWith({ files: files({ 14: dg14 }), chipKey })
    const reading = await readChip({ transceive: chip.transceive, key: KEY })
    assert.equal(reading.chipAuthentication, 'FAILED')
    assert.ok(reading.dataGroups[1])
  })

  it('tells how far it is', async () => {
    const seen: ChipProgress[] = []
    await readChip({ transceive: chipWith({}).transceive, key: KEY, onProgress: (progress) => seen.push(progress) })
    assert.deepEqual([...new Set(seen.map(({ step }) => step))], ['ACCESS', 'READING', 'AUTHENTICATION'])
    const last = seen.findLast(({ file }) => file === 'DG2')
    assert.equal(last?.read, last?.total)
  })
})

describe('what the chip refuses', () => {
  type Refuse = (apdu: Uint8Array, inner: () => Promise<Uint8Array>) => Promise<Uint8Array>
  const PACE = { protocol: [2, 2], parameterId: 13 } as const
  /** A chip with something in front of it that sees each command before it does. */
  const through = (options: Partial<SoftwareChipOptions>, refuse: Refuse) => {
    const chip = chipWith(options)
    const transceive = (apdu: Uint8Array) => refuse(apdu, () => chip.transceive(apdu))
    return { received: chip.received, transceive }
  }
  const answers = (status: number, at: (apdu: Uint8Array) => boolean): Refuse => {
    return async (apdu, inner) => (at(apdu) ? Uint8Array.of(status >> 8, status & 0xff) : inner())
  }
  const isSetAt = ([, ins, p1]: Uint8Array) => ins === 0x22 && p1 === 0xc1
  const isGeneral = ([, ins]: Uint8Array) => ins === 0x86
  const BASIC_ACCESS = 0x84

  for (const status of [0x6fff, 0x6300, 0x6982, 0x6a88, 0x6a80])
    for (const [step, at] of [
      ['PACE MSE:Set AT', isSetAt],
      ['PACE GENERAL AUTHENTICATE 1', isGeneral],
    ] as const)
      it(`of PACE reaches the caller, without BAC after it: ${status.toString(16)} at ${step}`, async () => {
        const { transceive, received } = through({ access: PACE }, answers(status, at))
        await assert.rejects(readChip({ transceive, key: KEY }), (error) => {
          assert.ok(error instanceof ChipReadError)
          assert.deepEqual([error.step, error.status], [step, status])
          assert.match(error.message, new RegExp(status.toString(16), 'i'))
          return true
        })
        assert.ok(!received.includes(BASIC_ACCESS))
      })

  for (const [name, refuse] of [
    ['an answer without a status word', async (apdu, inner) => (isSetAt(apdu) ? new Uint8Array(0) : inner())],
    ['no answer', (apdu, inner) => (isGeneral(apdu) ? new Promise(() => {}) : inner())],
  ] satisfies [string, Refuse][])
    it(`${name} in PACE is a lost link and no refusal; PACE is done again, never BAC`, async () => {
      const { transceive, received } = through({ access: PACE }, refuse)
      let again = 0
      const reading = readChip({
        transceive,
        key: KEY,
        timeoutMs: 50,
        reconnect: async () => {
          again += 1
        },
      })
      await assert.rejects(reading, (error) => {
        assert.ok(error instanceof ChipReadError)
        assert.deepEqual([error.code, error.status], ['LOST', undefined])
        assert.match(error.step ?? '', /^PACE /)
        return true
      })
      assert.equal(again, 5)
      assert.ok(!received.includes(BASIC_ACCESS))
    })

  it('a PACE that is not here is said before BAC takes its place', async () => {
    const unknown = Buffer.from('31143012060A04007F0007020204020902010202010D', 'hex')
    let at = 0
    const chip = chipWith({})
    const transceive = async (apdu: Uint8Array) => {
      const isCardAccess = apdu[1] === 0xb0 && apdu[2] === 0x9c && at++ === 0
      return isCardAccess ? Uint8Array.of(...unknown, 0x90, 0) : chip.transceive(apdu)
    }
    const { access, refusals } = await readChip({ transceive, key: KEY })
    assert.equal(access, 'BAC')
    assert.deepEqual(
      refusals?.map(({ step }) => step),
      ['PACE'],
    )
  })

  it('an EF.CardAccess that ends too early is an error that says what is not known', async () => {
    const chip = chipWith({})
    let isRead = false
    const transceive = async (apdu: Uint8Array) => {
      if (apdu[1] !== 0xb0 || isRead) return isRead && apdu[1] === 0xb0 ? Uint8Array.of(0x6b, 0) : chip.transceive(apdu)
      isRead = true
      return Uint8Array.of(0x31, 0x14, 0x30, 0x12, 0x06, 0x90, 0)
    }
    await assert.rejects(readChip({ transceive, key: KEY }), { code: 'BAD_ANSWER', step: 'EF.CardAccess' })
  })

  it('its own proofs and a file that it lists are in the result, with the status word', async () => {
    const chipKey = { parameterId: 13, secret: 77n, protocol: [2, 2] as const }
    const content = files({
      3: encodeObject(0x63, new Uint8Array(8)),
      14: encodeObject(0x6e, chipKeyInfos(chipKey)),
      15: encodeObject(0x6f, new Uint8Array(40)),
    })
    content.delete(0x0103)
    const chip = chipWith({ files: content })
    const { refusals, ...reading } = await readChip({
      transceive: chip.transceive,
      key: KEY,
      challenge: '0011223344556677',
      dataGroups: [1, 3, 14, 15],
    })
    assert.deepEqual(
      refusals?.map(({ step, status }) => [step, status]),
      [
        ['DG3', '6A82'],
        ['INTERNAL AUTHENTICATE', '6D00'],
        ['CHIP AUTHENTICATION', '6A88'],
      ],
    )
    assert.equal(reading.chipAuthentication, 'FAILED')
    assert.equal(reading.activeAuthentication, undefined)
  })

  it('is what we do to a key on a curve of its own', () => {
    const { p, a, b, Gx, Gy, n } = standardCurve(13) ?? assert.fail()
    const number = (value: bigint) => encodeObject(0x02, fromInteger(value))
    const bytes = (value: bigint) => encodeObject(0x04, fromInteger(value, 32))
    const key = (order: bigint, cofactor = [1n]) => {
      const parameters = [
        number(1n),
        encodeObject(0x30, concat(encodeObject(0x06, fromHex('2a8648ce3d0101')), number(p))),
        encodeObject(0x30, concat(bytes(a), bytes(b))),
        encodeObject(0x04, concat(Uint8Array.of(4), fromInteger(Gx, 32), fromInteger(Gy, 32))),
        number(order),
        ...cofactor.map(number),
      ]
      const algorithm = concat(encodeObject(0x06, fromHex('2a8648ce3d0201')), encodeObject(0x30, concat(...parameters)))
      return concat(encodeObject(0x30, algorithm), encodeObject(0x03, Uint8Array.of(0, 4)))
    }
    assert.equal(parsePublicKey(key(n)).group.order, n)
    assert.throws(() => parsePublicKey(key(n, [])), { name: 'ChipReadError', code: 'BAD_ANSWER' })
    for (const order of [0n, n - 2n])
      assert.throws(() => parsePublicKey(key(order)), { name: 'ChipReadError', code: 'BAD_ANSWER' })
  })

  it('is nothing where the chip gives all that it lists', async () => {
    assert.equal((await readChip({ transceive: chipWith({}).transceive, key: KEY })).refusals, undefined)
  })
})

describe('the parameters of PACE', () => {
  const oid = '060A04007F00070202040202'
  const domain = '060904007F000702020402'
  const parse = (...entries: string[]) => {
    const inner = entries.map((entry) => encodeObject(0x30, Uint8Array.from(Buffer.from(entry, 'hex'))))
    return parsePaceInfos(encodeObject(0x31, Uint8Array.from(Buffer.concat(inner))))
  }

  it('are named to the chip where it has more than one set of them', () => {
    const offer = `${oid}020102 02010D`.replaceAll(' ', '')
    const standard = (id: string) => `${domain}300C060704007F0007010202010${id}02010${id}`
    const named = (...entries: string[]) => parse(...entries).supported[0]?.parameterId
    assert.equal(named(offer), undefined)
    assert.equal(named(offer, standard('D')), undefined)
    assert.equal(named(offer, standard('C')), 13)
    assert.equal(named(offer, `${oid}020102 02010C`.replaceAll(' ', '')), 13)
  })
})

describe('what an app can act on', () => {
  const fails = (code: string) => (error: unknown) => error instanceof ChipReadError && error.code === code
  const read = (chip: { transceive: (apdu: Uint8Array) => Promise<Uint8Array> }, options = {}) =>
    readChip({ transceive: chip.transceive, key: KEY, ...options })
  const wrong = { ...KEY, documentNumber: 'SPEC54321' }

  for (const access of ['BAC', { protocol: [2, 2], parameterId: 13 }] as const)
    it(`a wrong key, by ${access === 'BAC' ? 'BAC' : 'PACE'}; then blocked`, async () => {
      const chip = chipWith({ access, tries: 2 })
      await assert.rejects(read(chip, { key: wrong }), fails('WRONG_KEY'))
      await assert.rejects(read(chip, { key: wrong }), fails('BLOCKED'))
      await assert.rejects(read(chip), fails('BLOCKED'))
    })

  it('no chip of a travel document', async () => {
    const transceive = async () => Uint8Array.of(0x6a, 0x82)
    await assert.rejects(read({ transceive }), fails('NO_CHIP'))
  })

  it('a card access number where there is no PACE', async () => {
    await assert.rejects(read(chipWith({}), { key: { can: '123456' } }), fails('NOT_SUPPORTED'))
  })

  it('a chip that left the field', async () => {
    const transceive = () => Promise.reject(new Error('Tag was lost.'))
    await assert.rejects(read({ transceive }), fails('LOST'))
  })

  it('a transport that never answers', async () => {
    await assert.rejects(read({ transceive: () => new Promise(() => {}) }, { timeoutMs: 20 }), fails('LOST'))
  })

  it('an aborted reading', async () => {
    const abort = new AbortController()
    const chip = chipWith({})
    const onProgress = ({ file }: ChipProgress) => file === 'DG2' && abort.abort()
    await assert.rejects(read(chip, { signal: abort.signal, onProgress }), fails('ABORTED'))
  })

  it('an answer that was changed on the way', async () => {
    const chip = chipWith({})
    let count = 0
    const transceive = async (apdu: Uint8Array) => {
      const answer = await chip.transceive(apdu)
      count += 1
      return count === 8 ? answer.map((byte, at) => (at === 5 ? byte ^ 1 : byte)) : answer
    }
    await assert.rejects(read({ transceive }), fails('BAD_ANSWER'))
  })

  it('goes on where it was when the chip comes back', async () => {
    const content = files()
    const chip = chipWith({ files: content })
    let commands = 0
    let back = 0
    const transceive = async (apdu: Uint8Array) => {
      commands += 1
      if (commands === 14) throw new Error('Tag was lost.')
      return chip.transceive(apdu)
    }
    const reconnect = async () => {
      back += 1
      chip.reset()
    }
    const reading = await read({ transceive }, { reconnect })
    assert.equal(back, 1)
    assert.equal(reading.dataGroups[2], base64(content.get(0x0102)))
  })

  it('any answer at all: never anything but a ChipReadError', async () => {
    for (let run = 0; run < 60; run += 1) {
      const chip = chipWith({ access: run % 2 ? 'BAC' : { protocol: [2, 2], parameterId: 13 } })
      const at = run % 11
      let count = 0
      const transceive = async (apdu: Uint8Array) => {
        const answer = await chip.transceive(apdu)
        count += 1
        if (count - 1 !== at) return answer
        const random = new Uint8Array(randomBytes(run % 40))
        return run % 3 ? Uint8Array.from([...random, 0x90, 0]) : answer.slice(0, run % Math.max(1, answer.length))
      }
      await read({ transceive }, { dataGroups: [1] }).catch((error: unknown) => {
        assert.ok(error instanceof ChipReadError, `run ${run}: ${error}`)
      })
    }
  })
})

describe('triple DES', () => {
  it('is OpenSSL’s', () => {
    for (let run = 0; run < 20; run += 1) {
      const [key, iv, data] = [randomBytes(16), randomBytes(8), randomBytes(8 * (run + 1))]
      const cipher = createCipheriv('des-ede-cbc', key, iv).setAutoPadding(false)
      const sealed = Buffer.concat([cipher.update(data), cipher.final()])
      assert.deepEqual(Buffer.from(tripleDesCbc(key, iv, data, 'encrypt')), sealed)
      assert.deepEqual(Buffer.from(tripleDesCbc(key, iv, sealed, 'decrypt')), data)
    }
  })
})
