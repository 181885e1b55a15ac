import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { certify, makeAuthority, type Party, revoke } from '../../../packages/specimen/src/chip/certify.ts'
import { makeKey } from '../../../packages/specimen/src/chip/sign.ts'
import { readElement } from '../../../src/formats/asn1/element.ts'
import { readCertificate } from '../../../src/formats/x509/certificate.ts'
import { revocationListOf, TrustStore } from '../../../src/formats/x509/trust-store.ts'
import { validatePath } from '../../../src/formats/x509/validate-path.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const now = Date.parse('2026-06-01')
type Options = Partial<Parameters<typeof certify>[1]>

interface Chain {
  root?: Options
  /** From the root down. */
  between?: (Options & { name?: string })[]
  signer?: Options
  /** What each authority of the chain revoked, by its place from the root down: the certificate below it. */
  revokedBy?: number[]
  moments?: number[]
  /** Left out of what came with the signer. */
  missing?: number
  /** The signer's signature is by another key than that of the last authority. */
  isForged?: true
}

function judge({ root, between = [{}], signer, revokedBy = [], moments = [now], missing, isForged }: Chain) {
  const parties: Party[] = [makeAuthority('Root', { way, ...root })]
  const above = () => parties.at(-1) as Party
  for (const [index, { name = `Authority ${index + 1}`, ...options }] of between.entries())
    parties.push(certify(name, { way, by: above(), authority: true, serial: 10 + index, ...options }))
  const by = isForged ? { ...above(), key: makeKey(way) } : above()
  parties.push(certify('Signer', { way, by, serial: 99, ...signer }))
  const read = parties.map(({ certificate }) => readCertificate(certificate))
  const lists = revokedBy.map((place) => {
    const [authority, below] = [parties[place], parties[place + 1]]
    assert.ok(authority && below)
    return revocationListOf(readElement(revoke(authority, [below.serial])))
  })
  const [anchor, own] = [read[0], read.at(-1)]
  assert.ok(anchor && own)
  const trust = new TrustStore([{ certificate: anchor, origin: 'root' }], [], lists)
  const others = read.slice(1, -1).filter((_, index) => index !== missing)
  const path = validatePath(own, others, moments, trust)
  return path.kind === 'trusted' ? path.kind : path.faults.map(({ code }) => code).join(' ')
}

const LATER = Date.parse('2031-01-01')

/** RFC 5280, 6.1: root, authority, signer, where nothing else is said. */
const CASES: [string, Chain, string][] = [
  ['nothing wrong', {}, 'trusted'],
  ['no authority between', { between: [] }, 'trusted'],
  ['two authorities between', { between: [{}, {}] }, 'trusted'],
  ['three authorities between', { between: [{}, {}, {}] }, 'AUTHORITY_UNKNOWN'],
  ['an authority that did not come with the signer', { missing: 0 }, 'AUTHORITY_UNKNOWN'],
  ['a signature by another key', { isForged: true }, 'AUTHORITY_UNKNOWN'],
  // Validity.
  ['a signer that has ended', { signer: { until: '2026-01-01' } }, 'SIGNER_OUTSIDE_VALIDITY'],
  ['a signer that has not begun', { signer: { from: '2027-01-01' } }, 'SIGNER_OUTSIDE_VALIDITY'],
  ['an authority between that has ended', { between: [{ until: '2026-01-01' }] }, 'AUTHORITY_OUTSIDE_VALIDITY'],
  ['an authority between that has not begun', { between: [{ from: '2027-01-01' }] }, 'AUTHORITY_OUTSIDE_VALIDITY'],
  [
    'an authority between that had ended at one of two moments',
    { between: [{ until: '2030-01-01' }], moments: [now, LATER] },
    'AUTHORITY_OUTSIDE_VALIDITY',
  ],
  ['a root that ended after it certified the authority', { root: { until: '2025-01-01' } }, 'trusted'],
  [
    'a root that ended before it certified the authority',
    { root: { until: '2021-01-01' }, between: [{ from: '2022-01-01' }] },
    'AUTHORITY_OUTSIDE_VALIDITY',
  ],
  // Revocation.
  ['a revoked signer', { revokedBy: [1] }, 'SIGNER_REVOKED'],
  ['a revoked authority between', { revokedBy: [0] }, 'AUTHORITY_REVOKED'],
  ['the upper of two authorities revoked', { between: [{}, {}], revokedBy: [0] }, 'AUTHORITY_REVOKED'],
  ['the lower of two authorities revoked', { between: [{}, {}], revokedBy: [1] }, 'AUTHORITY_REVOKED'],
  // What each may do.
  ['a signer between', { between: [{ authority: false, keyUsage: 0x86 }] }, 'AUTHORITY_UNKNOWN'],
  ['an authority between that may not certify', { between: [{ keyUsage: 0x02 }] }, 'AUTHORITY_UNKNOWN'],
  ['a root that may not certify', { root: { keyUsage: 0x02 } }, 'AUTHORITY_UNKNOWN'],
  ['a signer whose key may not sign', { signer: { keyUsage: 0x20 } }, 'SIGNER_FOR_ANOTHER_PURPOSE'],
  // Path length.
  ['a root for one authority', { root: { pathLength: 1 } }, 'trusted'],
  ['a root for no other authority', { root: { pathLength: 0 } }, 'AUTHORITY_UNKNOWN'],
  [
    'a root for no other authority, with a link to itself',
    { root: { pathLength: 0 }, between: [{ name: 'Root' }] },
    'trusted',
  ],
  ['an authority for no other, and another', { between: [{ pathLength: 0 }, {}] }, 'AUTHORITY_UNKNOWN'],
  ['an authority for no other', { between: [{ pathLength: 0 }] }, 'trusted'],
  // Extensions that must be understood.
  ['name constraints', { between: [{ critical: '2.5.29.30' }] }, 'AUTHORITY_UNKNOWN'],
  ['an unknown extension of the signer', { signer: { critical: '1.2.3' } }, 'SIGNER_FOR_ANOTHER_PURPOSE'],
  ['policies', { between: [{ critical: '2.5.29.32' }] }, 'trusted'],
  // Several at once.
  [
    'an ended signer of an ended authority',
    { signer: { until: '2026-01-01' }, between: [{ until: '2026-01-01' }] },
    'SIGNER_OUTSIDE_VALIDITY AUTHORITY_OUTSIDE_VALIDITY',
  ],
]

describe('a certificate path', () => {
  for (const [name, chain, expected] of CASES)
    it(`with ${name}: ${expected}`, () => {
      assert.equal(judge(chain), expected)
    })

  it('is looked for among several authorities of one name, until one has nothing wrong', () => {
    const root = makeAuthority('Root', { way })
    const key = makeKey(way)
    const old = certify('Authority', { way, by: root, authority: true, key, serial: 2, until: '2025-01-01' })
    const renewed = certify('Authority', { way, by: root, authority: true, key, serial: 3 })
    const signer = readCertificate(certify('Signer', { way, by: renewed }).certificate)
    const [anchor, ...others] = [root, old, renewed].map(({ certificate }) => readCertificate(certificate))
    assert.ok(anchor)
    const trust = new TrustStore([{ certificate: anchor, origin: 'root' }])
    assert.equal(validatePath(signer, others, [now], trust).kind, 'trusted')
  })
})
