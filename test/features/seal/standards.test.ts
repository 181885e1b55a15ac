import assert from 'node:assert/strict'
import { type CipherGCM, createCipheriv, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { encodeBase32, encodeBase45, encodeC40 } from '../../../packages/specimen/src/seal/text-codes.ts'
import { UnreadableSeal } from '../../../src/features/seal/formats/parsed-seal.ts'
import { kindOfSeal, readSeal } from '../../../src/features/seal/formats/read-seal.ts'
import { checkKeptSeal } from '../../../src/features/seal/verify/check-kept-seal.ts'
import { verifySeal } from '../../../src/features/seal/verify/verify-seal.ts'
import { type Cbor, tagged, writeCbor } from '../../../src/formats/cbor/cbor.ts'
import { NOW, SEALS, TRUST_FILES, trustIn } from './seals.ts'

const valuesOf = (bytes: Uint8Array) =>
  Object.fromEntries(readSeal(bytes).values.map(({ name, value }) => [name, value]))

/** A code with this header and these fields; the signature has the right length and holds over nothing. */
const frenchSeal = (type: string, fields: string, { signed = true, version = 4 } = {}) => {
  const perimeter = ['', '', '', '01', '01FR'][version] ?? ''
  const header = `DC0${version}FR000007128C128C${type}${perimeter}`
  return Buffer.from(`${header}${fields}${signed ? `\u001f${encodeBase32(Buffer.alloc(64, 7))}` : ''}`, 'latin1')
}

describe('2D-Doc', () => {
  it('reads whom a diploma, a vaccination, a test and a professional card are about', () => {
    const diploma = readSeal(
      frenchSeal('B0', 'B0ANNA/MARIA\u001dB2SPECIMEN\u001dB5FRB6FB712081974BA2BD7BE180BF7E7BGMA'),
    )
    assert.deepEqual(diploma.fields, {
      givenNames: 'ANNA MARIA',
      surname: 'SPECIMEN',
      nationality: 'FR',
      sex: 'F',
      dateOfBirth: '1974-08-12',
    })
    assert.equal(diploma.values.find(({ name }) => name === 'BE')?.value, '180')
    const vaccination = readSeal(
      frenchSeal('L1', 'L0SPECIMEN\u001dL1ANNA\u001dL212081974L3COVID-19\u001dL72L82L901032031LATE'),
    )
    assert.deepEqual(vaccination.fields, { givenNames: 'ANNA', surname: 'SPECIMEN', dateOfBirth: '1974-08-12' })
    const test = readSeal(frenchSeal('B2', 'F0ANNA\u001dF1SPECIMEN\u001dF212081974F3FF494500\u001dF5NF6120820310905'))
    assert.deepEqual(test.fields, { givenNames: 'ANNA', surname: 'SPECIMEN', sex: 'F', dateOfBirth: '1974-08-12' })
    assert.deepEqual(readSeal(frenchSeal('A6', '80SPECIMEN\u001d81ANNA\u001d82F75\u001d')).fields, {
      givenNames: 'ANNA',
      surname: 'SPECIMEN',
    })
  })

  it('reads fields in every version of the header', () => {
    for (const version of [1, 2, 3, 4])
      assert.equal(valuesOf(frenchSeal('01', '2475000\u001d2612FR', { version }))['24'], '75000', `version ${version}`)
  })

  it('goes on after a field that is not known, where the next separator is', () => {
    assert.deepEqual(valuesOf(frenchSeal('28', '452031ZZ1\u001d4127000\u001dYY2')), {
      45: '2031',
      ZZ: '1',
      41: '27000',
      YY: '2',
    })
  })

  it('reads a value that was cut off at its end, and separators that stand for nothing', () => {
    assert.deepEqual(valuesOf(frenchSeal('01', '10SPECIMEN AN\u001e2475000\u001d\u001d26FR\u001d')), {
      10: 'SPECIMEN AN',
      24: '75000',
      26: 'FR',
    })
  })

  it('verifies separators that a reader wrote as names', () => {
    const written = Buffer.from(SEALS['2D_DOC'])
      .toString('latin1')
      .replaceAll('\u001d', '<GS>')
      .replaceAll('\u001f', '<US>')
    assert.equal(verifySeal(Buffer.from(written, 'latin1'), trustIn(TRUST_FILES), NOW).verdict, 'TRUSTED')
    const changed = Buffer.from(written.replace('SPECIMEN', 'SPECIMAN'), 'latin1')
    assert.equal(verifySeal(changed, trustIn(TRUST_FILES), NOW).verdict, 'ALTERED')
  })

  it('without a signature is read and proves nothing', () => {
    const bytes = frenchSeal('28', '452031', { signed: false })
    const { verdict, signature } = verifySeal(bytes, trustIn(TRUST_FILES), NOW)
    assert.deepEqual([verdict, signature], ['UNKNOWN_ISSUER', 'ABSENT'])
  })
})

const DAY = Buffer.from('9b5d88', 'hex')

const administrative = (...features: [number, Uint8Array][]) =>
  Buffer.concat([
    Buffer.of(0xdc, 3),
    encodeC40('D  '),
    encodeC40('DEZV040001'),
    DAY,
    DAY,
    Buffer.from('01c8', 'hex'),
    ...features.map(([tag, value]) => Buffer.from([tag, value.length, ...value])),
  ])

describe('VDS of German administration', () => {
  const profile = Buffer.from('9a4223406d374ef99e2cf95e31a23846', 'hex')

  it('has a period of validity of which either end can be open', () => {
    const period = (text: string) => readSeal(administrative([0, profile], [1, Buffer.from(text, 'latin1')]))
    const both = period('20250101\u000020251231')
    assert.deepEqual([both.validFrom, both.validUntil], ['2025-01-01', '2025-12-31'])
    assert.equal(valuesOf(administrative([1, Buffer.from('20250101\0')])).VALIDITY_DATES, '2025-01-01')
    assert.equal(period('\u000020251231').validUntil, '2025-12-31')
    assert.equal(period('\u0000').validUntil, undefined)
    assert.throws(() => period('20251301\u0000'), UnreadableSeal)
  })

  it('names the fields of a profile that is published', () => {
    const texts: [number, Uint8Array][] = [
      [4, Buffer.from('Müller')],
      [6, Buffer.from('Anna Maria')],
      [12, Buffer.from('Köln')],
      [14, Buffer.of(0)],
    ]
    const seal = readSeal(administrative([0, profile], ...texts))
    assert.equal(seal.documentType, 'MELDEBESCHEINIGUNG')
    assert.deepEqual(seal.fields, { surname: 'Müller', givenNames: 'Anna Maria' })
    assert.equal(seal.values.find(({ name }) => name === 'HOUSING_STATUS')?.value, '0')
    const other = readSeal(administrative([0, Buffer.alloc(16, 1)], ...texts))
    assert.deepEqual([other.documentType, other.fields], ['ADMINISTRATIVE_DOCUMENTS', {}])
  })
})

describe('IDB', () => {
  const group = (...messages: number[]) => Buffer.from([0x61, messages.length, ...messages])

  it('of which digits of the date of signing are not known has no date', () => {
    const header = Buffer.concat([encodeC40('UTO'), Buffer.of(1, 1, 2, 3, 4, 5, 0x0f), DAY])
    const message = Buffer.concat([
      header,
      group(9, 2, ...encodeC40('123')),
      Buffer.from([0x7f, 64, ...Buffer.alloc(64, 1)]),
    ])
    assert.equal(readSeal(Buffer.from(`RDB1B${encodeBase32(message)}`)).signedOn, undefined)
  })

  it('with a message that only a profile defines shows it as it is written', () => {
    const message = Buffer.concat([encodeC40('UTO'), group(6, 3, 1, 2, 3, 10, 2, 4, 5)])
    assert.deepEqual(valuesOf(Buffer.from(`RDB1A${encodeBase32(message)}`)), {
      DIGITAL_TRAVEL_AUTHORIZATION: '010203',
      EF_CARD_ACCESS: '0405',
    })
  })
})

describe('Aadhaar', () => {
  const picture = Buffer.from('ff4fff51002fffd9', 'hex')
  const codeOf = (version: string, { status = '3', after = Buffer.alloc(0), date = '12-08-1974' } = {}) => {
    const texts = [status, '123420260302101010123', 'Anna Specimen', date, 'F', ...Array(11).fill('x')]
    const all = version ? [version, ...texts, '1234'] : texts
    const parts = all.flatMap((text) => [Buffer.from(text, 'latin1'), Buffer.of(0xff)])
    const whole = gzipSync(Buffer.concat([...parts, picture, after, randomBytes(256)]))
    return Buffer.from(BigInt(`0x${whole.toString('hex')}`).toString())
  }

  it('of versions 2 to 5 has its version first and the end of the phone number last', () => {
    for (const version of ['V2', 'V3', 'V4', 'V5']) {
      const seal = readSeal(codeOf(version))
      assert.equal(seal.documentType, `AADHAAR_${version}`)
      assert.equal(seal.values.at(-1)?.value, '1234')
      assert.equal(seal.fields.dateOfBirth, '1974-08-12')
    }
    for (const version of ['V1', 'VX', 'V10']) assert.throws(() => readSeal(codeOf(version)), UnreadableSeal, version)
  })

  it('has its picture without the hashes behind it, if there are any', () => {
    const hashes = (count: number) => ({ after: Buffer.alloc(count * 32, 3) })
    for (const [status, count] of [
      ['0', 0],
      ['1', 1],
      ['2', 1],
      ['3', 2],
    ] as const) {
      assert.deepEqual(Buffer.from(readSeal(codeOf('', { status, ...hashes(count) })).portrait ?? []), picture)
      assert.deepEqual(Buffer.from(readSeal(codeOf('V3', { status, ...hashes(count) })).portrait ?? []), picture)
      assert.deepEqual(Buffer.from(readSeal(codeOf('V3', { status })).portrait ?? []), picture)
    }
  })

  it('reads a date with slashes, and none of a year alone', () => {
    assert.equal(readSeal(codeOf('', { status: '0', date: '12/08/1974' })).fields.dateOfBirth, '1974-08-12')
    assert.equal(readSeal(codeOf('', { status: '0', date: '1974' })).fields.dateOfBirth, undefined)
  })
})

describe('claim 169', () => {
  const entry = (...members: Cbor[]) => new Map<Cbor, Cbor>(members.map((member, key) => [key, member]))
  const face = Buffer.from('ffd8ffd9', 'hex')
  const claim = new Map<Cbor, Cbor>([
    [4, 'ANNA SPECIMEN'],
    [18, [1, 2]],
    [50, [entry(Uint8Array.of(1), 1, 100, 'VendorA'), entry(Uint8Array.of(2), 0, 6)]],
    [62, entry(new Uint8Array(face), 0, 1)],
    [65, [entry(Uint8Array.of(3), 2, 1)]],
    [80, new Map<Cbor, Cbor>([['a', [true, Uint8Array.of(9)]]])],
  ])
  const token = writeCbor(
    new Map<Cbor, Cbor>([
      [2, 'holder'],
      [169, claim],
    ]),
  )
  const text = (packed: Uint8Array) => Buffer.from(encodeBase45(packed))

  it('is read from zlib and from Brotli, and recognised in both', () => {
    const message = writeCbor(
      tagged(61, tagged(18, [Uint8Array.of(0xa1, 1, 0x27), new Map(), token, new Uint8Array(64)])),
    )
    for (const packed of [deflateSync(message), brotliCompressSync(message)]) {
      assert.equal(kindOfSeal(text(packed)), 'CLAIM_169')
      assert.equal(readSeal(text(packed)).fields.fullName, 'ANNA SPECIMEN')
    }
    const other = brotliCompressSync(Buffer.from('a text that is no token and is long enough to be one, 0123456789'))
    assert.equal(kindOfSeal(text(other)), undefined)
    assert.equal(kindOfSeal(Buffer.from(`HTTPS://EXAMPLE.COM/${'A'.repeat(80)}`)), undefined)
    const bomb = brotliCompressSync(Buffer.concat([message, Buffer.alloc(2_000_000)]))
    assert.equal(kindOfSeal(text(bomb)), undefined)
  })

  it('shows every value, and what biometrics there are', () => {
    const bytes = text(deflateSync(token))
    const seal = readSeal(bytes)
    assert.deepEqual(valuesOf(bytes), {
      fullName: 'ANNA SPECIMEN',
      'bestQualityFingers.0': '1',
      'bestQualityFingers.1': '2',
      '80.a.0': 'true',
      '80.a.1': '09',
      subject: 'holder',
      'rightThumb.0.format': '1',
      'rightThumb.0.subFormat': '100',
      'rightThumb.0.issuer': 'VendorA',
      'rightThumb.1.format': '0',
      'rightThumb.1.subFormat': '6',
      'face.0.format': '0',
      'face.0.subFormat': '1',
      'voice.0.format': '2',
      'voice.0.subFormat': '1',
    })
    assert.deepEqual(Buffer.from(seal.portrait ?? []), face)
    assert.deepEqual(
      seal.biometrics?.map(({ data }) => data?.[0]),
      [1, 2, 0xff, 3],
    )
  })

  it('takes no template for a portrait', () => {
    const template = new Map<Cbor, Cbor>([
      [4, 'A'],
      [62, [entry(new Uint8Array(face), 1, 0)]],
    ])
    const bytes = text(deflateSync(writeCbor(new Map<Cbor, Cbor>([[169, template]]))))
    assert.equal(readSeal(bytes).portrait, undefined)
  })

  it('is decrypted where the nonce is in the protected header (RFC 9052, 3.1)', () => {
    const [key, iv] = [Uint8Array.from(randomBytes(16)), Uint8Array.from(randomBytes(12))]
    const header = writeCbor(
      new Map<Cbor, Cbor>([
        [1, 1],
        [5, iv],
      ]),
    )
    const cipher = createCipheriv('aes-128-gcm', key, iv) as CipherGCM
    cipher.setAAD(writeCbor(['Encrypt0', header, new Uint8Array()]))
    const sealed = Buffer.concat([cipher.update(token), cipher.final(), cipher.getAuthTag()])
    const message = writeCbor(tagged(16, [header, new Map(), Uint8Array.from(sealed)]))
    assert.equal(readSeal(text(deflateSync(message)), [key]).fields.fullName, 'ANNA SPECIMEN')
  })
})

describe('the evidence about a seal of an earlier version', () => {
  const evidenceOf = (values: { name: string; value: string }[]) => {
    const bytes = frenchSeal('28', '452031ZZ1')
    const reading = {
      ...readSeal(bytes),
      verdict: 'UNKNOWN_ISSUER',
      signature: 'NOT_CHECKED',
      reasons: [],
      side: 'FRONT',
    }
    const seal = { ...reading, values, raw: bytes.toString('base64'), readAt: '2026-06-01T00:00:00Z' }
    return checkKeptSeal({ seal } as unknown as Parameters<typeof checkKeptSeal>[0], () => undefined)
  }

  it('agrees where this version reads more, and not where something else was written', () => {
    assert.deepEqual(
      evidenceOf([
        { name: '45', value: '2031' },
        { name: 'rest', value: 'ZZ1' },
      ]),
      [],
    )
    for (const name of ['45', 'rest'])
      assert.deepEqual(evidenceOf([{ name, value: '2030' }]), ['the evidence does not agree with the signed barcode'])
  })
})
