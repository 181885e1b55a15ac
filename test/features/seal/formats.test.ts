import assert from 'node:assert/strict'
import { type CipherGCM, createCipheriv, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { encodeBase32, encodeBase45, encodeC40 } from '../../../packages/specimen/src/seal/text-codes.ts'
import { UnreadableSeal } from '../../../src/features/seal/formats/parsed-seal.ts'
import { kindOfSeal, readSeal } from '../../../src/features/seal/formats/read-seal.ts'
import { decodeBase32, decodeBase45, decodeC40 } from '../../../src/features/seal/formats/text-codes.ts'
import { canonicalJson } from '../../../src/features/seal/formats/vds-nc.ts'
import { type Cbor, tagged, writeCbor } from '../../../src/formats/cbor/cbor.ts'
import { SEALS } from './seals.ts'

const refused = (bytes: Uint8Array, because: RegExp) =>
  assert.throws(
    () => readSeal(bytes),
    (error) => error instanceof UnreadableSeal && because.test(error.message),
  )

describe('codes of text', () => {
  it('C40 gives back what was written, in every length', () => {
    for (const text of ['A', 'AB', 'ABC', 'UTO1', 'D  ', '1234567 Z']) assert.equal(decodeC40(encodeC40(text)), text)
  })
  it('C40 refuses characters that need a shift, and half of a pair', () => {
    assert.throws(() => decodeC40(Uint8Array.of(0x01)), UnreadableSeal)
    assert.throws(() => decodeC40(Uint8Array.of(0x00, 0x00)), UnreadableSeal)
    assert.throws(() => decodeC40(Uint8Array.of(0xff, 0xff)), UnreadableSeal)
    assert.throws(() => decodeC40(Uint8Array.of(0xfe, 0x42, 0x6a, 0xbc)), UnreadableSeal)
  })
  it('Base32 and Base45 give back every byte, and have one way to write it', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    for (const length of [1, 2, 3, 4, 5, 255, 256]) {
      assert.deepEqual(decodeBase32(encodeBase32(bytes.subarray(0, length))), bytes.subarray(0, length))
      assert.deepEqual(decodeBase45(encodeBase45(bytes.subarray(0, length))), bytes.subarray(0, length))
    }
    assert.throws(() => decodeBase32('AB'.replace('B', '7')), UnreadableSeal)
    assert.throws(() => decodeBase45(':::'), UnreadableSeal)
  })
  it('canonical JSON orders keys by their units, numbers among them', () => {
    assert.equal(
      canonicalJson(JSON.parse('{"b":[1,{"z":null,"10":2,"9":"é"}],"a":true}')),
      '{"a":true,"b":[1,{"10":2,"9":"é","z":null}]}',
    )
  })
})

describe('what a code holds', () => {
  it('is told by how it begins', () => {
    for (const [name, bytes] of Object.entries(SEALS)) assert.equal(kindOfSeal(bytes), name.split(' ')[0])
    for (const text of ['HTTPS://EXAMPLE.COM/A/LONG/PATH', '4006381333931', '{"a":1}', 'HC1:6BFOXN', ''])
      assert.equal(kindOfSeal(Buffer.from(text)), undefined)
  })

  it('is split into fields on a French tax notice, where the longest value has no separator', () => {
    const name = 'A'.repeat(38)
    const fields = `431,5\u001d44UTOPIA0000001452031${`46${name}`}4A3107203248\u001d4127000\u001d4V41\u001d4Yrest`
    const seal = readSeal(Buffer.from(`DC04FR000007128C128C2801FR${fields}\u001f${'A'.repeat(16)}`, 'latin1'))
    assert.deepEqual(Object.fromEntries(seal.values.map(({ name: id, value }) => [id, value])), {
      43: '1,5',
      44: 'UTOPIA0000001',
      45: '2031',
      46: name,
      '4A': '31072032',
      48: '',
      41: '27000',
      '4V': '41',
      '4Y': 'rest',
    })
    const unknown = readSeal(Buffer.from(`DC04FR000007128C128C2801FR452031ZZunknown\u001f${'A'.repeat(16)}`, 'latin1'))
    assert.deepEqual(unknown.values.at(-1), { name: 'ZZ', value: 'unknown' })
    refused(Buffer.from(`DC04FR000007128C128C2801FR4520\u001f${'A'.repeat(16)}`, 'latin1'), /invalid field 45/)
  })

  it('is read of an administrative document whatever its profile defines', () => {
    const day = Buffer.from('9b5d88', 'hex')
    const sealOf = (version: '01c8' | '01c9', ...features: [number, Uint8Array][]) => {
      const country = encodeC40('D  ')
      const reference = encodeC40('DEZV040001')
      const tlvs = features.map(([tag, value]) => Buffer.from([tag, value.length, ...value]))
      const document = Buffer.from(version, 'hex')
      return readSeal(Buffer.concat([Buffer.of(0xdc, 3), country, reference, day, day, document, ...tlvs]))
    }
    const shownAs = (seal: ReturnType<typeof sealOf>, name: string) =>
      seal.values.find((each) => each.name === name)?.value
    const older = sealOf('01c8', [0, Buffer.alloc(16, 7)], [1, Buffer.of(0x9b, 0x5d, 0x88)], [9, Buffer.from('Grün')])
    assert.equal(shownAs(older, 'VALIDITY_DATES'), '9b5d88')
    assert.equal(shownAs(older, '0x09'), 'Grün')
    for (const until of [Buffer.from('20310102'), Buffer.from('2031-01-02'), Buffer.from('000f984f', 'hex')])
      assert.equal(sealOf('01c9', [0, Buffer.alloc(16)], [2, until]).validUntil, '2031-01-02', until.toString('hex'))
    assert.throws(() => sealOf('01c9', [2, Buffer.from('20311302')]), UnreadableSeal)
    assert.throws(() => sealOf('01c9', [2, Buffer.of(1)]), UnreadableSeal)
  })

  it('has a reference whose length ICAO writes in hexadecimal, and German administration in decimal', () => {
    const day = Buffer.from('9b5d88', 'hex')
    const read = (signer: string, digits: string, reference: string) =>
      readSeal(
        Buffer.concat([
          Buffer.of(0xdc, 3),
          encodeC40('D  '),
          encodeC40(`${signer}${digits}`),
          encodeC40(reference.padEnd(Math.ceil(reference.length / 3) * 3)),
          day,
          day,
          Buffer.from('01c8', 'hex'),
          Buffer.of(9, 2, 0x41, 0x42),
        ]),
      ).signer.reference
    const reference = '0123456789ABCDEF0123456789ABCDEF01234567'
    assert.equal(read('DEZV', '40', reference), reference)
    assert.equal(read('DEZV', '28', reference), reference)
    assert.equal(read('DETS', '28', reference), reference)
    for (const digits of ['40', '00', '29', 'G1', '2A'])
      assert.throws(() => read('DETS', digits, reference), UnreadableSeal, digits)
    assert.throws(() => read('DEZV', '41', reference), UnreadableSeal)
  })

  it('is decrypted with keys of 128, 192 and 256 bits (RFC 9053, 4.1)', () => {
    const token = writeCbor(new Map<Cbor, Cbor>([[169, new Map<Cbor, Cbor>([[4, 'ANNA SPECIMEN']])]]))
    for (const [algorithm, size] of [
      [1, 16],
      [2, 24],
      [3, 32],
    ] as const) {
      const [key, iv] = [Uint8Array.from(randomBytes(size)), Uint8Array.from(randomBytes(12))]
      const header = writeCbor(new Map([[1, algorithm]]))
      const cipher = createCipheriv(`aes-${size * 8}-gcm`, key, iv) as CipherGCM
      cipher.setAAD(writeCbor(['Encrypt0', header, new Uint8Array()]))
      const sealed = Buffer.concat([cipher.update(token), cipher.final(), cipher.getAuthTag()])
      const message = tagged(16, [header, new Map<Cbor, Cbor>([[5, iv]]), Uint8Array.from(sealed)])
      const code = Buffer.from(encodeBase45(deflateSync(writeCbor(message))))
      assert.equal(readSeal(code, [key]).fields.fullName, 'ANNA SPECIMEN')
      assert.throws(() => readSeal(code, [Uint8Array.from(randomBytes(size))]), UnreadableSeal)
    }
  })

  it('in Base32 is read without padding, with all of it, and not with some (RFC 4648, 3.2)', () => {
    for (const length of [1, 2, 3, 4, 5, 10]) {
      const bytes = Uint8Array.from({ length }, (_, index) => index + 1)
      const text = encodeBase32(bytes)
      const padding = '='.repeat((8 - (text.length % 8)) % 8)
      assert.deepEqual(decodeBase32(text + padding), bytes)
      if (padding) assert.throws(() => decodeBase32(`${text}${padding.slice(1)}`.padEnd(text.length + 1, '!')))
    }
    assert.throws(() => decodeBase32('=======A'), UnreadableSeal)
    assert.throws(() => decodeBase32('AA=A===='), UnreadableSeal)
  })

  it('is refused where it unpacks to more than any seal, before it fills the memory', () => {
    const codes = [
      Buffer.from(encodeBase45(deflateSync(Buffer.alloc(2_000_000)))),
      Buffer.from(`RDB1C${encodeBase32(deflateSync(Buffer.alloc(2_000_000)))}`),
      Buffer.from(BigInt(`0x${gzipSync(Buffer.alloc(2_000_000)).toString('hex')}`).toString()),
    ]
    for (const code of codes) refused(code, /more than any seal holds/)
    refused(Buffer.from(encodeBase45(deflateSync(Buffer.alloc(20_000_000)))), /larger than any code/)
  })

  it('is refused with under 20 MB and 50 ms of work, however much it would unpack to', () => {
    // About as much as the largest code holds: 3 kB, which unpack to 3 MB.
    const most = Buffer.alloc(3_000_000)
    const codes = [
      Buffer.from(encodeBase45(deflateSync(most))),
      Buffer.from(`RDB1C${encodeBase32(deflateSync(most))}`),
      Buffer.from(BigInt(`0x${gzipSync(most).toString('hex')}`).toString()),
    ]
    for (const code of codes) {
      refused(code, /more than any seal holds/)
      const memory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
      const [before, began] = [memory(), process.cpuUsage()]
      for (let turn = 0; turn < 20; turn += 1) refused(code, /more than any seal holds/)
      const { user, system } = process.cpuUsage(began)
      assert.ok((user + system) / 20 < 50_000, `${(user + system) / 20} µs of processor time`)
      assert.ok((memory() - before) / 20 < 20_000_000, `${(memory() - before) / 20} bytes`)
    }
  })

  it('is refused where it is nested deeper than any seal', () => {
    const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`
    refused(Buffer.from(`{"data":{"hdr":${deep},"msg":{}},"sig":{"sigvl":"AA"}}`), /nested too deeply/)
  })

  it('is refused where lengths can be read in two ways', () => {
    const header = SEALS.VDS.subarray(0, 20)
    // A feature of 0x81 bytes where its length is one byte; of 0x80 bytes where its length is DER.
    const body = Buffer.alloc(0x81, 0x01)
    body[0] = 0x80
    const twice = Buffer.concat([header, Uint8Array.of(1, 0x81), body])
    refused(twice, /two ways/)
  })

  it('is refused with members that nobody signed', () => {
    const seal = JSON.parse(SEALS.VDS_NC.toString())
    refused(Buffer.from(JSON.stringify({ ...seal, more: 1 })), /other members/)
  })
})
