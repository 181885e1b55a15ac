import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { certify, makeAuthority, revoke } from '../../../packages/specimen/src/chip/certify.ts'
import { makeChip } from '../../../packages/specimen/src/chip/make-chip.ts'
import { makeKey, type SigningWay } from '../../../packages/specimen/src/chip/sign.ts'
import { writeCom, writeDg1 } from '../../../packages/specimen/src/chip/write-groups.ts'
import { verifyChip } from '../../../src/features/chip/verify/verify-chip.ts'
import { collectTrust } from '../../../src/formats/x509/collect-trust.ts'
import {
  inBer,
  streamedByOpenSsl,
  withAttributes,
  withEndInside,
  withLongLength,
  withPieces,
  withSigners,
} from './rewrite.ts'

const P256 = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const LINES = ['P<UTOSPECIMEN<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204159ZE184226B<<<<<10']
const groups = new Map([
  [1, writeDg1(LINES)],
  [13, Uint8Array.of(0x6d, 2, 1, 2)],
])
const now = Date.parse('2026-06-01')

const authority = makeAuthority('CSCA Utopia', { way: P256 })
const signer = certify('Signer 1', { way: P256, by: authority, serial: 7 })
const trustIn = (...certificates: Uint8Array[]) =>
  collectTrust(certificates.map((bytes, index) => ({ name: `${index}.cer`, bytes }))).store
const trust = trustIn(authority.certificate)
const signed = { issuer: authority, signedAt: '2024-05-01' }
const codes = ({ reasons }: { reasons: { code: string }[] }) => reasons.map(({ code }) => code)

const WAYS: [string, SigningWay][] = [
  ['RSA with SHA-1', { kind: 'rsa', hash: 'sha1', bits: 1024 }],
  ['RSA with SHA-224', { kind: 'rsa', hash: 'sha224', bits: 1024 }],
  ['RSA with SHA-256', { kind: 'rsa', hash: 'sha256', bits: 1024 }],
  ['RSA with SHA-512', { kind: 'rsa', hash: 'sha512', bits: 1024 }],
  ['PSS', { kind: 'pss', hash: 'sha256', bits: 1024 }],
  ['PSS with SHA-512 and a salt of 20 bytes', { kind: 'pss', hash: 'sha512', bits: 1024, salt: 20 }],
  ['PSS with SHA-1 and no parameters stated', { kind: 'pss', hash: 'sha1', bits: 1024, stated: 'nothing' }],
  ['PSS with a mask of another hash', { kind: 'pss', hash: 'sha256', bits: 1024, mask: 'sha1' }],
  ['ECDSA on P-224', { kind: 'ecdsa', hash: 'sha224', curve: 'secp224r1' }],
  ['ECDSA on P-384 with SHA-256', { kind: 'ecdsa', hash: 'sha256', curve: 'secp384r1' }],
  ['ECDSA on P-521 with SHA-512', { kind: 'ecdsa', hash: 'sha512', curve: 'secp521r1' }],
  [
    'ECDSA on P-521 with explicit parameters',
    { kind: 'ecdsa', hash: 'sha512', curve: 'secp521r1', parameters: 'explicit' },
  ],
  ['ECDSA on brainpoolP192r1 with SHA-1', { kind: 'ecdsa', hash: 'sha1', curve: 'brainpoolP192r1' }],
  ['ECDSA on brainpoolP224r1', { kind: 'ecdsa', hash: 'sha224', curve: 'brainpoolP224r1', parameters: 'explicit' }],
  ['ECDSA on brainpoolP256r1', { kind: 'ecdsa', hash: 'sha256', curve: 'brainpoolP256r1' }],
  ['ECDSA with explicit parameters', { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1', parameters: 'explicit' }],
  [
    'ECDSA with a compressed generator',
    { kind: 'ecdsa', hash: 'sha384', curve: 'brainpoolP384r1', parameters: 'compressed' },
  ],
  ['ECDSA on brainpoolP512r1', { kind: 'ecdsa', hash: 'sha512', curve: 'brainpoolP512r1', parameters: 'explicit' }],
  ['plain ECDSA', { kind: 'ecdsa', hash: 'sha256', curve: 'brainpoolP256r1', plain: true }],
]

describe('passive authentication', () => {
  for (const [name, way] of WAYS)
    it(`trusts a chip whose authority and signer use ${name}, and not the same with one bit changed`, () => {
      const root = makeAuthority('CSCA Utopia', { way })
      const own = certify('Signer', { way, by: root, serial: 3 })
      const chip = makeChip(groups, own, { issuer: root, signedAt: '2024-05-01' })
      const store = trustIn(root.certificate)
      assert.equal(verifyChip(chip, { trust: store, now }).verdict, 'TRUSTED')

      const broken = Uint8Array.from(chip.sod)
      broken[broken.length - 3] = (broken[broken.length - 3] ?? 0) ^ 1
      assert.equal(verifyChip({ ...chip, sod: broken }, { trust: store, now }).verdict, 'ALTERED')
    })

  it('says who signed, for whom, and when each certificate is valid', () => {
    const result = verifyChip(makeChip(groups, signer, signed), { trust, now })
    assert.equal(result.country, 'UT')
    assert.deepEqual(result.signer, {
      subject: 'C=UT, O=Utopia, CN=Signer 1',
      issuer: 'C=UT, O=Utopia, CN=CSCA Utopia',
      notBefore: '2020-01-01T00:00:00.000Z',
      notAfter: '2035-01-01T00:00:00.000Z',
    })
    assert.equal(result.authority?.origin, '0.cer')
    assert.deepEqual(result.dataGroups, { 1: 'SAME', 13: 'SAME' })
    assert.deepEqual(result.mrz?.lines, LINES)
    assert.equal(result.signedAt, '2024-05-01T00:00:00.000Z')
  })

  it('accepts SHA-1 and says so', () => {
    const way = { kind: 'ecdsa', hash: 'sha1', curve: 'prime256v1' } as const
    const old = certify('Signer', { way, by: authority })
    const result = verifyChip(makeChip(groups, old, signed), { trust, now })
    assert.equal(result.verdict, 'TRUSTED')
    assert.ok(codes(result).includes('SHA1'))
  })

  const FORMS: [string, Parameters<typeof makeChip>[2]][] = [
    ['a signer named by the identifier of its key', { ...signed, by: 'subjectKey' }],
    ['no signed attributes', { ...signed, attributes: false }],
    ['version 1 of the security object', { ...signed, version: 1 }],
    ['no tag around the message', { ...signed, bare: true }],
    ['another digest than the signature', { ...signed, digest: 'sha512' }],
    ['hashes of SHA-512', { ...signed, hash: 'sha512' }],
    ['no content type among the attributes', { ...signed, attributes: 'without content type' }],
    ['a digest of another length than stated', { ...signed, digest: 'sha256', statedDigest: 'sha1' }],
    ['hashes of another length than stated', { ...signed, hash: 'sha512', statedHash: 'sha256' }],
    ['a time of signing that is none', { ...signed, dayAlone: true }],
    ['indefinite lengths and a constructed octet string', { ...signed, ber: true }],
    ['several certificates', { ...signed, certificates: [authority.certificate, signer.certificate] }],
  ]
  for (const [name, options] of FORMS)
    it(`reads a signed object with ${name}`, () => {
      assert.equal(verifyChip(makeChip(groups, signer, options), { trust, now }).verdict, 'TRUSTED')
    })

  it('takes the hash of the message where the signature algorithm names the key alone', () => {
    const way = { kind: 'rsa', hash: 'sha256', bits: 1024, stated: 'rsaEncryption' } as const
    const own = certify('Signer', { way, by: authority })
    assert.equal(verifyChip(makeChip(groups, own, signed), { trust, now }).verdict, 'TRUSTED')
  })

  const sound = makeChip(groups, signer, signed).sod
  const BER: [string, Uint8Array][] = [
    ['indefinite lengths wherever CMS has its own structure', inBer(sound)],
    ['lengths in more bytes than they need', withLongLength(sound)],
    ['a content in pieces of pieces', withPieces(sound, 0x04, 3)],
    ['a signature in pieces', inBer(sound, 'signature')],
  ]
  for (const [name, sod] of BER)
    it(`reads a signed object in BER with ${name}, and not with one bit changed`, () => {
      assert.equal(verifyChip({ sod, groups }, { trust, now }).verdict, 'TRUSTED')
      const at = Buffer.from(sod).indexOf(
        createHash('sha256')
          .update(groups.get(13) ?? '')
          .digest(),
      )
      assert.ok(at > 0)
      const changed = sod.with(at, (sod[at] ?? 0) ^ 1)
      assert.equal(verifyChip({ sod: changed, groups }, { trust, now }).verdict, 'ALTERED')
    })

  it('reads a signed object that OpenSSL streamed', () => {
    const sod = streamedByOpenSsl(sound, signer)
    assert.ok(Buffer.from(sod).includes(Buffer.from('a0802480', 'hex')), 'an indefinite, constructed octet string')
    assert.equal(verifyChip({ sod, groups }, { trust, now }).verdict, 'TRUSTED')
  })

  const REFUSED: [string, Uint8Array, RegExp][] = [
    [
      'attributes that are not in order',
      makeChip(groups, signer, { ...signed, attributes: 'reversed' }).sod,
      /set that is not sorted/,
    ],
    ['two signers', withSigners(makeChip(groups, signer, signed).sod, 2), /several signers/],
    ['an indefinite length inside the certificate', inBer(sound, 'certificates'), /indefinite length/],
    ['an indefinite length inside the signed attributes', inBer(sound, 'attributes'), /indefinite length/],
    ['an indefinite length around the file', inBer(sound, 'file'), /indefinite length/],
    ['an indefinite length without an end', inBer(sound).slice(0, -1), /runs beyond the end|should be/],
    ['an end inside a definite length', withEndInside(sound), /end-of-contents/],
    ['an octet string of other types', withPieces(sound, 0x0c), /04 or 24 expected/],
    ['an octet string nested 1,000 times', withPieces(sound, 0x24, 1_000), /nested too deeply/],
    ['199,000 attributes', withAttributes(makeChip(groups, signer, signed).sod, 199_000), /too many elements/],
  ]
  for (const [name, sod, reason] of REFUSED)
    it(`cannot read a signed object with ${name}`, () => {
      const result = verifyChip({ sod, groups }, { trust, now })
      assert.equal(result.verdict, 'UNREADABLE')
      assert.equal(result.reasons[0]?.code, 'SIGNED_OBJECT_UNREADABLE')
      assert.match(result.reasons[0]?.text ?? '', reason)
    })

  it('tries four certificates of a signer and no more', () => {
    const others = Array.from({ length: 4 }, () => certify('Signer 1', { way: P256, by: authority, serial: 7 }))
    const inside = (...certificates: Uint8Array[]) =>
      verifyChip(makeChip(groups, signer, { ...signed, certificates }), { trust, now }).verdict
    const [first, second, third, fourth] = others.map(({ certificate }) => certificate)
    assert.ok(first && second && third && fourth)
    assert.equal(inside(first, second, third, signer.certificate), 'TRUSTED')
    assert.equal(inside(first, second, third, fourth, signer.certificate), 'ALTERED')
  })

  const WRITTEN: [string, Parameters<typeof certify>[1], Partial<Parameters<typeof makeChip>[2]>?][] = [
    ['has a negative serial number', { way: P256, negativeSerial: true }],
    ['has years of four digits in UTCTime', { way: P256, times: 'long under UTCTime' }],
    ['has years of two digits in GeneralizedTime', { way: P256, times: 'short under GeneralizedTime' }],
    ['names its authority by serial number', { way: P256, byAuthoritySerial: true }],
    ['is named by a key that it does not state', { way: P256, withoutKeyIdentifiers: true }, { by: 'subjectKey' }],
  ]
  for (const [name, options, form] of WRITTEN)
    it(`trusts a signer whose certificate ${name}`, () => {
      const own = certify('Signer', { ...options, by: authority })
      const result = verifyChip(makeChip(groups, own, { ...signed, ...form }), { trust, now })
      assert.equal(result.verdict, 'TRUSTED', JSON.stringify(result.reasons))
      assert.equal(result.signer?.notAfter, '2035-01-01T00:00:00.000Z')
    })

  it('calls a chip altered whose signer names an authority by serial number without its signature', () => {
    const forger = { ...authority, key: makeKey(P256) }
    const own = certify('Signer', { way: P256, by: forger, byAuthoritySerial: true })
    const result = verifyChip(makeChip(groups, own, { issuer: forger, signedAt: '2024-05-01' }), { trust, now })
    assert.equal(result.verdict, 'ALTERED')
  })

  it('finds the authority among others of the country where the key and name that are stated belong to another', () => {
    const other = makeAuthority('CSCA Utopia 2', { way: P256 })
    const own = certify('Signer', { way: P256, by: other, authorityKeyOf: authority })
    const chip = makeChip(groups, own, { issuer: other, signedAt: '2024-05-01' })
    const both = trustIn(authority.certificate, other.certificate)
    assert.equal(verifyChip(chip, { trust: both, now }).verdict, 'TRUSTED')
    assert.equal(verifyChip(chip, { trust, now }).verdict, 'ALTERED', 'the authority it names did not sign it')
  })

  it('says when the document is of another country than its signer', () => {
    const french = makeAuthority('CSCA', { way: P256, country: 'FR' })
    const own = certify('Signer', { way: P256, by: french, country: 'FR' })
    const lines = ['P<D<<SPECIMEN<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36D<<7408122F3204159ZE184226B<<<<<10']
    const chip = makeChip(new Map([[1, writeDg1(lines)]]), own, { issuer: french, signedAt: '2024-05-01' })
    const result = verifyChip(chip, { trust: trustIn(french.certificate), now })
    assert.equal(result.verdict, 'TRUSTED')
    assert.ok(codes(result).includes('COUNTRY_DIFFERS'))
    assert.ok(!codes(verifyChip(makeChip(groups, signer, signed), { trust, now })).includes('COUNTRY_DIFFERS'))
  })

  const SIGNED_BY: [string, string, boolean][] = [
    ['D<<', 'DE', true],
    ['GBD', 'GB', true],
    ['CHN', 'HK', true],
    ['UNO', 'UN', true],
    ['UNA', 'UN', true],
    ['EUE', 'EU', true],
    ['RKS', 'KS', true],
    ['UNO', 'FR', false],
    ['EUE', 'FR', false],
    ['RKS', 'FR', false],
    ['RKS', 'UN', false],
    ['XXB', 'FR', false],
    ['XOM', 'FR', false],
    ['D<<', 'UT', false],
    ['FRA', 'EU', false],
  ]
  for (const [issuer, country, may] of SIGNED_BY)
    it(`${may ? 'lets' : 'does not let'} ${country} sign a document of ${issuer}`, () => {
      const root = makeAuthority('CSCA', { way: P256, country })
      const own = certify('Signer', { way: P256, by: root, country })
      const lines = LINES.map((line, index) => line.replace('UTO', () => (index === 0 ? issuer : 'UTO')))
      const chip = makeChip(new Map([[1, writeDg1(lines)]]), own, { issuer: root, signedAt: '2024-05-01' })
      const result = verifyChip(chip, { trust: trustIn(root.certificate), now })
      assert.equal(result.verdict, 'TRUSTED')
      assert.equal(result.mrz?.fields.issuing_state_or_organization?.startsWith(issuer.replace(/<+$/, '')), true)
      assert.equal(!codes(result).includes('COUNTRY_DIFFERS'), may)
    })

  it('reads EF.COM, and says when it lists other groups than are signed', () => {
    const chip = makeChip(groups, signer, signed)
    const listed = (...numbers: number[]) => verifyChip({ ...chip, com: writeCom(numbers) }, { trust, now })
    assert.deepEqual(listed(13, 1).directory, { version: '0107', groups: [1, 13] })
    assert.ok(!codes(listed(1, 13)).includes('LIST_DIFFERS'))
    assert.ok(codes(listed(1)).includes('LIST_DIFFERS'))
    const broken = verifyChip({ ...chip, com: Uint8Array.of(0x60, 3, 0x5c, 1, 0x99) }, { trust, now })
    assert.equal(broken.verdict, 'TRUSTED', 'it is not signed, and nothing rests on it')
    assert.ok(codes(broken).includes('DATA_GROUP_UNREADABLE'))
  })

  it('finds the signer in the trusted folder where the signed object has no certificate', () => {
    const chip = makeChip(groups, signer, { ...signed, certificates: [] })
    const withSigner = trustIn(authority.certificate, signer.certificate)
    assert.equal(verifyChip(chip, { trust: withSigner, now }).verdict, 'TRUSTED')
    const result = verifyChip(chip, { trust, now })
    assert.equal(result.verdict, 'UNKNOWN_ISSUER')
    assert.deepEqual(codes(result), ['SIGNER_NOT_FOUND'])
  })

  it('calls a chip altered when a data group is not the one that was signed, or is not signed at all', () => {
    const chip = makeChip(groups, signer, signed)
    const other = new Map(groups).set(1, writeDg1([LINES[0] ?? '', (LINES[1] ?? '').replace('740812', '840812')]))
    const changed = verifyChip({ ...chip, groups: other }, { trust, now })
    assert.equal(changed.verdict, 'ALTERED')
    assert.deepEqual(changed.dataGroups, { 1: 'OTHER', 13: 'SAME' })

    const extra = verifyChip({ ...chip, groups: new Map(groups).set(11, Uint8Array.of(0x6b, 0)) }, { trust, now })
    assert.equal(extra.verdict, 'ALTERED')
    assert.equal(extra.dataGroups?.[11], 'NOT_SIGNED')
    assert.ok(codes(extra).includes('DATA_GROUP_NOT_SIGNED'))
  })

  it('takes padding after a data group as it takes padding after the signed object', () => {
    const chip = makeChip(groups, signer, signed)
    const padded = (bytes: Uint8Array, ...more: number[]) => Buffer.concat([bytes, Buffer.from(more)])
    const [dg1 = new Uint8Array()] = [groups.get(1)]
    const judged = (sod: Uint8Array, first: Uint8Array) =>
      verifyChip({ sod, groups: new Map(groups).set(1, first) }, { trust, now }).verdict
    assert.equal(judged(padded(chip.sod, 0, 0, 0), dg1), 'TRUSTED')
    assert.equal(judged(chip.sod, padded(dg1, 0, 0, 0)), 'TRUSTED')
    assert.equal(judged(chip.sod, padded(dg1, 0xff, 0xff)), 'TRUSTED')
    assert.equal(judged(chip.sod, padded(dg1, 0, 1)), 'ALTERED')
    assert.equal(judged(padded(chip.sod, 0, 1), dg1), 'UNREADABLE')
  })

  it('judges what was sent: a signed group that was not sent is no fault', () => {
    const chip = makeChip(groups, signer, signed)
    const result = verifyChip({ ...chip, groups: new Map() }, { trust, now })
    assert.equal(result.verdict, 'TRUSTED')
    assert.deepEqual(result.signedGroups, [1, 13])
  })

  it('knows no issuer for a signer that nobody trusted certified', () => {
    const stranger = makeAuthority('CSCA Elsewhere', { way: P256, country: 'XX' })
    const own = certify('Signer', { way: P256, by: stranger })
    const result = verifyChip(makeChip(groups, own, { issuer: stranger }), { trust, now })
    assert.equal(result.verdict, 'UNKNOWN_ISSUER')
    assert.deepEqual(codes(result), ['AUTHORITY_UNKNOWN', 'SIGNATURE_HOLDS', 'COUNTRY_DIFFERS'])
  })

  it('calls a chip altered whose signer claims the key of a trusted authority without its signature', () => {
    const forger = makeAuthority('CSCA Utopia', { way: P256 })
    const own = certify('Signer', { way: P256, by: forger, authorityKeyOf: authority })
    const result = verifyChip(makeChip(groups, own, { issuer: forger }), { trust, now })
    assert.equal(result.verdict, 'ALTERED')
    assert.ok(codes(result).includes('SIGNER_CERTIFICATE_WRONG'))
  })

  it('tells authorities of one name apart by their keys, with and without identifiers of keys', () => {
    const second = makeAuthority('CSCA Utopia', { way: P256, withoutKeyIdentifiers: true })
    const own = certify('Signer', { way: P256, by: second, withoutKeyIdentifiers: true })
    const chip = makeChip(groups, own, { issuer: second })
    assert.equal(verifyChip(chip, { trust, now }).verdict, 'UNKNOWN_ISSUER')
    const both = trustIn(authority.certificate, second.certificate)
    assert.equal(verifyChip(chip, { trust: both, now }).verdict, 'TRUSTED')
  })

  it('takes names for the same that differ in letter case and kind of string, and finds one of another name by its country', () => {
    const written = makeAuthority('csca utopia', {
      way: P256,
      strings: 'printable',
      withoutKeyIdentifiers: true,
      key: authority.key,
    })
    const chip = makeChip(groups, signer, signed)
    assert.equal(verifyChip(chip, { trust: trustIn(written.certificate), now }).verdict, 'TRUSTED')
    const renamed = makeAuthority('Passport Office', { way: P256, withoutKeyIdentifiers: true, key: authority.key })
    assert.equal(verifyChip(chip, { trust: trustIn(renamed.certificate), now }).verdict, 'TRUSTED')
  })

  it('follows a link certificate from a trusted authority to its next key', () => {
    const next = makeKey(P256)
    const link = certify('CSCA Utopia 2', { way: P256, key: next, by: authority, authority: true })
    const own = certify('Signer', { way: P256, by: link })
    const inside = makeChip(groups, own, { issuer: link, certificates: [own.certificate, link.certificate] })
    assert.equal(verifyChip(inside, { trust, now }).verdict, 'TRUSTED')
    const outside = makeChip(groups, own, { issuer: link })
    assert.equal(verifyChip(outside, { trust, now }).verdict, 'UNKNOWN_ISSUER')
    assert.equal(verifyChip(outside, { trust: trustIn(link.certificate), now }).verdict, 'TRUSTED')
  })

  it('does not let a signer certify another signer', () => {
    const helper = certify('Signer 2', { way: P256, by: signer })
    const chip = makeChip(groups, helper, { issuer: signer, certificates: [helper.certificate, signer.certificate] })
    assert.equal(verifyChip(chip, { trust, now }).verdict, 'UNKNOWN_ISSUER')
  })

  it('does not take the signer of master lists for one of documents', () => {
    const lists = certify('Lists', { way: P256, by: authority, purposes: ['2.23.136.1.1.3'] })
    const result = verifyChip(makeChip(groups, lists, signed), { trust, now })
    assert.equal(result.verdict, 'UNKNOWN_ISSUER')
    assert.ok(codes(result).includes('SIGNER_FOR_ANOTHER_PURPOSE'))
  })

  describe('judges validity', () => {
    const short = certify('Signer', { way: P256, by: authority, from: '2021-01-01', until: '2023-01-01' })
    const at = (date: string) => ({ trust, now, at: Date.parse(date) })

    it('at the time of signing: a signer that has expired since is trusted', () => {
      assert.equal(
        verifyChip(makeChip(groups, short, { ...signed, signedAt: '2022-01-01' }), { trust, now }).verdict,
        'TRUSTED',
      )
      const late = verifyChip(makeChip(groups, short, { ...signed, signedAt: '2024-01-01' }), { trust, now })
      assert.equal(late.verdict, 'UNKNOWN_ISSUER')
      assert.equal(codes(late)[0], 'SIGNER_OUTSIDE_VALIDITY')
    })

    it('with a day for clocks in another time zone, and no more', () => {
      const on = (signedAt: string) =>
        verifyChip(makeChip(groups, short, { ...signed, signedAt }), { trust, now }).verdict
      assert.equal(on('2020-12-31T12:00:00Z'), 'TRUSTED')
      assert.equal(on('2020-12-30T12:00:00Z'), 'UNKNOWN_ISSUER')
    })

    it('at a date that is asked for', () => {
      const chip = makeChip(groups, short, { ...signed, signedAt: '2022-01-01' })
      assert.equal(verifyChip(chip, at('2022-06-01')).verdict, 'TRUSTED')
      assert.equal(verifyChip(chip, at('2023-06-01')).verdict, 'UNKNOWN_ISSUER')
      assert.equal(verifyChip(chip, at('2020-06-01')).verdict, 'UNKNOWN_ISSUER')
    })

    it('without a time of signing by the document: its signer outlives it', () => {
      const chip = makeChip(groups, short, { issuer: authority })
      assert.equal(
        verifyChip(chip, { trust, now }).verdict,
        'UNKNOWN_ISSUER',
        'valid until 2032, its signer until 2023',
      )
      const ended = new Map([[1, writeDg1([LINES[0] ?? '', 'L898902C36UTO7408122F2204152ZE184226B<<<<<14'])]])
      assert.equal(verifyChip(makeChip(ended, short, { issuer: authority }), { trust, now }).verdict, 'TRUSTED')
    })

    it('of a signer that is not valid yet', () => {
      const future = certify('Signer', { way: P256, by: authority, from: '2030-01-01' })
      assert.equal(
        verifyChip(makeChip(groups, future, { issuer: authority }), { trust, now }).verdict,
        'UNKNOWN_ISSUER',
      )
    })

    it('of the authority when it certified the signer', () => {
      const early = makeAuthority('CSCA Utopia', { way: P256, from: '2015-01-01', until: '2021-06-01' })
      const inside = certify('Signer', { way: P256, by: early, from: '2021-01-01', until: '2031-01-01' })
      const outside = certify('Signer', { way: P256, by: early, from: '2022-01-01', until: '2031-01-01' })
      const store = trustIn(early.certificate)
      const options = { issuer: early, signedAt: '2024-05-01' }
      assert.equal(verifyChip(makeChip(groups, inside, options), { trust: store, now }).verdict, 'TRUSTED')
      const result = verifyChip(makeChip(groups, outside, options), { trust: store, now })
      assert.equal(result.verdict, 'UNKNOWN_ISSUER')
      assert.equal(codes(result)[0], 'AUTHORITY_OUTSIDE_VALIDITY')
    })

    it('and says when a key signed outside its period', () => {
      const keyUse = { from: '2021-01-01', until: '2021-04-01' }
      const own = certify('Signer', { way: P256, by: authority, keyUse })
      const result = verifyChip(makeChip(groups, own, { ...signed, signedAt: '2022-01-01' }), { trust, now })
      assert.equal(result.verdict, 'TRUSTED')
      assert.ok(codes(result).includes('SIGNED_OUTSIDE_KEY_USE'))
    })
  })

  it('trusts no signer that its authority revoked, and ignores a list that the authority did not sign', () => {
    const chip = makeChip(groups, signer, signed)
    const list = revoke(authority, [signer.serial])
    const result = verifyChip(chip, { trust: trustIn(authority.certificate, list), now })
    assert.equal(result.verdict, 'UNKNOWN_ISSUER')
    assert.equal(codes(result)[0], 'SIGNER_REVOKED')

    const unsigned = revoke({ ...authority, key: makeKey(P256) }, [signer.serial])
    assert.equal(verifyChip(chip, { trust: trustIn(authority.certificate, unsigned), now }).verdict, 'TRUSTED')
    const others = revoke(authority, [Uint8Array.of(1, 0, 99)])
    assert.equal(verifyChip(chip, { trust: trustIn(authority.certificate, others), now }).verdict, 'TRUSTED')
  })

  it('cannot read a signed message about something else', () => {
    const chip = makeChip(groups, signer, { ...signed, contentType: '2.23.136.1.1.2' })
    assert.equal(verifyChip(chip, { trust, now }).verdict, 'UNREADABLE')
  })

  it('cannot read what is empty, cut off or too large', () => {
    const { sod } = makeChip(groups, signer, signed)
    for (const bytes of [
      new Uint8Array(),
      sod.subarray(0, 200),
      Uint8Array.of(0x77, 0x80),
      new Uint8Array(2_000_000),
    ]) {
      const result = verifyChip({ sod: bytes, groups }, { trust, now })
      assert.equal(result.verdict, 'UNREADABLE')
      assert.ok(result.reasons[0]?.text)
    }
  })
})
