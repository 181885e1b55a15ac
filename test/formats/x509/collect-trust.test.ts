import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { certify, makeAuthority, revoke } from '../../../packages/specimen/src/chip/certify.ts'
import { signMasterList } from '../../../packages/specimen/src/chip/make-chip.ts'
import { der } from '../../../src/formats/asn1/der.ts'
import { readElement } from '../../../src/formats/asn1/element.ts'
import { collectTrust } from '../../../src/formats/x509/collect-trust.ts'
import { inBer } from '../../features/chip/rewrite.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const LISTS = ['2.23.136.1.1.3']
const root = makeAuthority('CSCA Utopia', { way })
const signer = certify('Master list signer', { way, by: root, purposes: LISTS, serial: 5 })
const others = [1, 2, 3].map((number) => makeAuthority(`CSCA ${number}`, { way, country: `X${number}` }))
const list = signMasterList(
  others.map(({ certificate }) => certificate),
  signer,
  root,
)
const collect = (files: Record<string, Uint8Array>) =>
  collectTrust(Object.entries(files).map(([name, bytes]) => ({ name, bytes })))
const pem = (label: string, bytes: Uint8Array) =>
  Buffer.from(`-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64')}\n-----END ${label}-----\n`)

describe('what an operator trusts', () => {
  it('is the certificates of a master list whose signature leads to a root that lies next to it', () => {
    const { store, refused, masterLists } = collect({ 'utopia.ml': list, 'root.cer': root.certificate })
    assert.equal(store.authorities.length, 4)
    assert.deepEqual(refused, [])
    assert.deepEqual(masterLists, [{ file: 'utopia.ml', certificates: 3, signedAt: Date.parse('2025-01-01') }])
  })

  it('is the same of a master list in BER, and nothing of a certificate in BER (RFC 5652, 2; RFC 5280, 4.1)', () => {
    const inner = (part?: 'certificates') => Uint8Array.from(readElement(inBer(der(0x77, list), part)).content)
    const { store, refused } = collect({ 'utopia.ml': inner(), 'root.cer': root.certificate })
    assert.deepEqual([store.authorities.length, refused], [4, []])
    const bad = collect({ 'utopia.ml': inner('certificates'), 'root.cer': root.certificate })
    assert.match(bad.refused[0]?.reason ?? '', /indefinite length/)
    const long = Buffer.concat([Buffer.of(0x30, 0x80), readElement(root.certificate).content, Buffer.of(0, 0)])
    assert.match(collect({ 'root.cer': long }).refused[0]?.reason ?? '', /indefinite length/)
  })

  it('is nothing of a list without its root, with another root, or with a byte changed', () => {
    const stranger = makeAuthority('CSCA Utopia', { way })
    const changed = Uint8Array.from(list)
    changed[300] = (changed[300] ?? 0) ^ 1
    const wrong: Record<string, Uint8Array>[] = [
      { 'utopia.ml': list },
      { 'utopia.ml': list, 'root.cer': stranger.certificate },
      { 'utopia.ml': changed, 'root.cer': root.certificate },
    ]
    for (const files of wrong) {
      const { store, refused } = collect(files)
      assert.equal(store.authorities.filter(({ origin }) => origin === 'utopia.ml').length, 0)
      assert.equal(refused[0]?.file, 'utopia.ml')
    }
  })

  it('is nothing of a list that a signer of documents signed', () => {
    const documents = certify('Signer', { way, by: root })
    const { refused } = collect({ 'a.ml': signMasterList([], documents, root), 'root.cer': root.certificate })
    assert.match(refused[0]?.reason ?? '', /not signed by a signer of master lists/)
  })

  it('is a signer for itself where it names itself and its key may not certify', () => {
    const { store } = collect({ 'issuer.cer': certify('Issuer', { way }).certificate })
    assert.deepEqual([store.authorities.length, store.signers.length], [0, 1])
    const old = collect({ 'old.cer': certify('Old', { way, keyUsage: 0x84 }).certificate }).store
    assert.deepEqual([old.authorities.length, old.signers.length], [1, 0])
  })

  it('comes as PEM, as LDIF and as revocation lists too', () => {
    const [first, second] = others
    const value = Buffer.from(first?.certificate ?? []).toString('base64')
    const folded = value.replace(/(.{60})/g, '$1\n ')
    const ldif = Buffer.from(
      `version: 1\ndn: c=X1,dc=icao\nuserCertificate;binary:: ${folded}\n\ndn: c=UT\npkdMasterListContent:: ${Buffer.from(list).toString('base64')}\n`,
    )
    const { store, refused } = collect({
      'some.pem': Buffer.concat([
        pem('CERTIFICATE', root.certificate),
        pem('CERTIFICATE', second?.certificate ?? new Uint8Array()),
        pem('X509 CRL', revoke(root, [signer.serial])),
      ]),
      'icao.ldif': ldif,
      'own.crl': revoke(root, []),
    })
    assert.deepEqual(refused, [])
    assert.equal(store.authorities.length, 4)
    assert.equal(store.revocationLists.length, 2)
  })

  it('holds an authority once that is in two lists', () => {
    const { store } = collect({
      'a.ml': list,
      'b.ml': list,
      'root.cer': root.certificate,
      'again.cer': root.certificate,
    })
    assert.equal(store.authorities.length, 4)
  })

  it('names every file that is none of these, and why', () => {
    const { refused, store } = collect({
      'notes.txt': Buffer.from('remember to renew'),
      'cut.cer': root.certificate.subarray(0, 100),
      'empty.crl': new Uint8Array(),
    })
    assert.deepEqual(
      refused.map(({ file }) => file),
      ['notes.txt', 'cut.cer', 'empty.crl'],
    )
    assert.equal(store.authorities.length, 0)
  })

  it('knows a certificate of a document signer for what it is', () => {
    const documents = certify('Signer', { way, by: root })
    const { store } = collect({ 'signer.cer': documents.certificate })
    assert.equal(store.authorities.length, 0)
    assert.equal(store.signers.length, 1)
  })
})
