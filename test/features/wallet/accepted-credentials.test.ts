import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  ACCEPTED_CREDENTIALS,
  kindsOf,
  useOfCredential,
} from '../../../src/features/wallet/domain/accepted-credentials.ts'
import { CredentialTableFault, extendCredentials } from '../../../src/features/wallet/domain/credential-table.ts'
import { walletQuery } from '../../../src/features/wallet/domain/dcql.ts'
import { openWalletVerifier } from '../../../src/features/wallet/open-wallet-verifier.ts'
import { verifyMdoc } from '../../../src/features/wallet/verify/verify-mdoc.ts'
import { type Cbor, writeCbor } from '../../../src/formats/cbor/cbor.ts'
import { readCertificate } from '../../../src/formats/x509/certificate.ts'
import { TrustStore } from '../../../src/formats/x509/trust-store.ts'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import { presentMdoc } from '../../support/wallet/holder.ts'
import { issueMdoc, makeHolderKey, makeIssuer } from '../../support/wallet/issuer.ts'
import { MDL_CLAIMS } from '../../support/wallet/person.ts'

const issuer = makeIssuer()
const holder = makeHolderKey()
const trust = new TrustStore([{ certificate: readCertificate(issuer.authority.certificate), origin: 'test' }])
const transcript = writeCbor(['a', 'transcript'])

function shown(type: string, space: string, claims: Record<string, Cbor>, kinds = ACCEPTED_CREDENTIALS) {
  const now = Date.now()
  const expected = { nonce: '', audience: '', transcript, requestedAt: now }
  const issued = issueMdoc(issuer, holder, { type, space }, claims)
  return verifyMdoc(presentMdoc(issued, holder, Object.keys(claims), transcript), { now, trust, expected, kinds })
}
const reasonOf = ({ reasons }: ReturnType<typeof shown>, code: string) => reasons.find((each) => each.code === code)

const LIBRARY_CARD = {
  id: 'library_card',
  format: 'mso_mdoc',
  type: 'org.example.library.1',
  standsFor: 'identity',
  use: 'attestation',
  claims: {
    family_name: ['org.example.library.1', 'reader_surname'],
    given_name: ['org.example.library.1', 'reader_names'],
    birth_date: ['org.example.library.1', 'born'],
  },
}

describe('the table of credentials', () => {
  it('has a photo ID, in both editions of its names, that stands for an identity', () => {
    const { family_name = '', given_name = '', ...rest } = MDL_CLAIMS
    for (const names of [
      { family_name, given_name },
      { family_name_unicode: family_name, given_name_unicode: given_name },
    ]) {
      const result = shown('org.iso.23220.photoid.1', 'org.iso.23220.1', { ...names, ...rest })
      assert.deepEqual([result.verdict, result.holderBinding], ['TRUSTED', 'HOLDS'])
      assert.deepEqual([result.standsFor, result.document], ['identity', 'IDENTITY_CARD'])
      assert.deepEqual([result.claims.family_name, result.claims.given_name], ['Specimen', 'Anna Maria'])
      assert.equal(result.claims.birth_date, '1974-08-12')
    }
  })

  it('has the age attestation of the European Union, which says an age and no name', () => {
    const result = shown('eu.europa.ec.av.1', 'eu.europa.ec.av.1', { age_over_18: true, family_name: 'Specimen' })
    assert.equal(result.standsFor, 'age')
    assert.deepEqual([result.claims, result.ageOver], [{}, { 18: true }])
    assert.match(reasonOf(result, 'TYPE_NOT_ACCEPTED')?.text ?? '', /^eu\.europa\.ec\.av\.1 stands for an age/)
  })

  it('names a vehicle registration, which says nothing about who presents it', () => {
    const result = shown('org.iso.7367.1.mVRC', 'org.iso.7367.1', { ...MDL_CLAIMS, vehicle_holder: 'Specimen' })
    assert.deepEqual([result.standsFor, result.claims], ['nothing', {}])
    assert.match(reasonOf(result, 'TYPE_NOT_ACCEPTED')?.text ?? '', /^org\.iso\.7367\.1\.mVRC stands for nothing/)
  })

  it('names what it does not know, without its claims', () => {
    const result = shown('org.example.library.1', 'org.example.library.1', MDL_CLAIMS)
    assert.deepEqual([result.standsFor, result.claims], [undefined, {}])
    assert.match(reasonOf(result, 'TYPE_NOT_ACCEPTED')?.text ?? '', /^org\.example\.library\.1 is not among/)
    const hostile = shown('a\n<b>', 'x', MDL_CLAIMS)
    assert.match(reasonOf(hostile, 'TYPE_NOT_ACCEPTED')?.text ?? '', /^a\?\?b\? is not among/)
  })

  it('knows the PID of a country, and nothing that only looks like one', () => {
    for (const type of ['urn:eudi:pid:1', 'urn:eudi:pid:de:1', 'urn:eudi:pid:it:1'])
      assert.deepEqual(
        kindsOf('dc+sd-jwt', type).map(({ id }) => id),
        ['pid_sd_jwt'],
        type,
      )
    for (const type of [
      'urn:eudi:pid:DE:1',
      'urn:eudi:pid::1',
      'urn:eudi:pid:deu:1',
      'urn:eudi:pid:de:2',
      'urn:eudi:pid:',
    ])
      assert.deepEqual(kindsOf('dc+sd-jwt', type), [], type)
    assert.deepEqual(kindsOf('mso_mdoc', 'urn:eudi:pid:de:1'), [])
  })

  it('is what wallets are asked for: what stands for an identity, and nothing else', () => {
    const asked = (kinds = ACCEPTED_CREDENTIALS) => walletQuery(true, kinds).credentials.map(({ id }) => id)
    assert.deepEqual(asked(), ['pid_sd_jwt', 'pid_mdoc', 'mdl', 'photo_id', 'photo_id_unicode'])
    assert.deepEqual(asked(extendCredentials(JSON.stringify([LIBRARY_CARD]))).at(-1), 'library_card')
  })

  it('is extended by a file, and an entry with a known id replaces it', () => {
    const kinds = extendCredentials(JSON.stringify([LIBRARY_CARD]))
    const claims = { reader_surname: 'Specimen', reader_names: 'Anna', born: '1974-08-12' }
    const result = shown('org.example.library.1', 'org.example.library.1', claims, kinds)
    assert.deepEqual([result.verdict, result.standsFor], ['TRUSTED', 'identity'])
    assert.deepEqual(result.claims, { family_name: 'Specimen', given_name: 'Anna', birth_date: '1974-08-12' })
    assert.equal(useOfCredential('mso_mdoc', 'org.example.library.1', kinds), 'attestation')
    const without = {
      id: 'mdl',
      format: 'mso_mdoc',
      type: 'org.iso.18013.5.1.mDL',
      standsFor: 'nothing',
      use: 'licence',
    }
    assert.deepEqual(
      walletQuery(false, extendCredentials(JSON.stringify([without]))).credentials.filter(({ id }) => id === 'mdl'),
      [],
    )
  })

  it('stops the start with the entry of the file that cannot be used', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'limen-credentials-'))
    try {
      const walletCredentials = join(folder, 'credentials.json')
      writeFileSync(walletCredentials, JSON.stringify([LIBRARY_CARD, { ...LIBRARY_CARD, id: 'b', use: 'all' }]))
      const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
      for (const file of [certificate, key]) writeFileSync(file, '')
      const asked = { certificate, key, walletCredentials, walletClientId: 'x509_hash', walletIssuers: [] } as const
      const none = { walletRegistration: undefined }
      const trustedItems = { ofWallets: async () => [] } as unknown as Ports['trustedItems']
      const metrics = { watch: () => undefined }
      await assert.rejects(
        openWalletVerifier({
          ...asked,
          ...none,
          walletIssuers: [],
          baseUrl: 'https://limen.example',
          trustedItems,
          metrics,
        }),
        /^Error: WALLET_CREDENTIALS: entry 2: use is none of identity/,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  const FAULTS: [string, unknown, RegExp][] = [
    ['no list', { ...LIBRARY_CARD }, /not a list/],
    ['an unknown member', [{ ...LIBRARY_CARD, trust: 'all' }], /entry 1: has the unknown member trust/],
    ['an unknown claim', [{ ...LIBRARY_CARD, claims: { shoe_size: ['a', 'b'] } }], /claims has no shoe_size/],
    ['a path without a name space', [{ ...LIBRARY_CARD, portrait: ['picture'] }], /portrait is not a path/],
    ['an identity without a name', [{ ...LIBRARY_CARD, claims: {} }], /without family_name/],
    ['an age without years', [{ ...LIBRARY_CARD, standsFor: 'age' }], /without ageOver/],
    ['another standing', [{ ...LIBRARY_CARD, standsFor: 'both' }], /standsFor is none of/],
    ['the same id twice', [LIBRARY_CARD, LIBRARY_CARD], /twice/],
    ['an id that a query cannot have', [{ ...LIBRARY_CARD, id: 'a.b' }], /id has characters/],
    ['a national form without a country', [{ ...LIBRARY_CARD, nationalType: 'urn:x' }], /\{country\}/],
  ]
  for (const [name, table, reason] of FAULTS)
    it(`refuses a file with ${name}`, () => {
      assert.throws(
        () => extendCredentials(JSON.stringify(table)),
        (error) => error instanceof CredentialTableFault && reason.test(error.message),
      )
    })
})
