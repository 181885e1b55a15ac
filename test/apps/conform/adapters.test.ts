import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { encodeObject } from '../../../packages/chip-reader/src/tlv.ts'
import { AUTHORITY, SEALS } from '../../features/seal/seals.ts'
import { commandLine } from '../cli/command-line.ts'

const data = mkdtempSync(join(tmpdir(), 'limen-conform-'))
const cli = commandLine()
after(() => {
  rmSync(data, { recursive: true, force: true })
  cli.remove()
})

const SOURCE = { source_repo: 'somebody/suite', commit: '0123456789abcdef', licence: 'MIT' }

function suite(name: string, rows: readonly object[], files: Record<string, Uint8Array> = {}): void {
  mkdirSync(join(data, name, 'certs'), { recursive: true })
  writeFileSync(join(data, name, 'truth.json'), JSON.stringify({ rows: rows.map((row) => ({ ...row, ...SOURCE })) }))
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(data, name, file), bytes)
}

/** What the command writes: its table, a page and JSON. */
async function outcome(only: string) {
  const [page, json] = [join(data, 'page.md'), join(data, 'figures.json')]
  const { status, stdout, stderr } = await cli.run(
    'conform',
    '--data',
    data,
    '--only',
    only,
    '--page',
    page,
    '--json',
    json,
  )
  assert.deepEqual([status, stderr], [0, ''])
  return { stdout, page: readFileSync(page, 'utf8'), figures: JSON.parse(readFileSync(json, 'utf8')) }
}

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

describe('an outside suite', () => {
  it('of seals agrees with what the product reads, and a wrong expectation is a miss', async () => {
    const row = { format: 'icao-vds', encoding: 'hex', input: Buffer.from(SEALS.VDS).toString('hex') }
    const valid = { parse: 'ok', signature: 'valid' }
    suite(
      'seals',
      [
        { ...row, id: 'genuine', expected: valid, values: { issuing_country: 'UTO' } },
        { ...row, id: 'other-country', expected: valid, values: { issuing_country: 'XYZ' } },
        { ...row, id: 'called-wrong', expected: { ...valid, signature: 'invalid' }, values: {} },
      ],
      { 'certs/a.cer': AUTHORITY.authority.certificate, 'certs/s.cer': AUTHORITY.signer.certificate },
    )
    const { page, figures } = await outcome('seals')
    assert.deepEqual([figures.seals.n, figures.seals.agree], [3, 1])
    assert.deepEqual(figures.seals.misses, ['other-country', 'called-wrong'])
    assert.match(page, /- issuing_country is UTO, not XYZ: other-country/)
    assert.match(page, /- signature HOLDS, but invalid was expected: called-wrong/)
    assert.match(page, /somebody\/suite \(MIT\) at 0123456789ab\. Files of \d{4}-\d\d-\d\d\./)
  })

  it('of chips that fail is played to the reader, and what it should have said is a miss', async () => {
    const pace = Buffer.from('060a04007f00070202040204020102' + '02010d', 'hex')
    const card_access_hex = Buffer.from(encodeObject(0x31, encodeObject(0x30, pace))).toString('hex')
    const mrz = { document_number: 'L898902C', date_of_birth: '690806', date_of_expiry: '940623' }
    const chip = { card_access_hex, mrz, fails_at: 'MSE:Set AT', status_word: '6A80' }
    suite('chip-failures', [
      { id: 'refused', category: 'pace-refused', chip, reader: { result: 'pace-failed' } },
      { id: 'not-so', category: 'pace-refused', chip, reader: { result: 'ok' } },
    ])
    const { figures } = await outcome('chip-failures')
    assert.deepEqual(figures.chipFailures, { n: 2, agree: 1, misses: ['not-so'] })
  })

  it('with rows that cannot be judged names each as a miss with its reason, and judges the rest', async () => {
    const vds = Buffer.from(SEALS.VDS).toString('hex')
    const header = { format: 'icao-vds-header', encoding: 'hex', values: { issuing_country: 'UTO' } }
    suite(
      'seals',
      [
        { ...header, id: 'truncated-header', input: vds.slice(0, 10), expected: { parse: 'ok' } },
        { ...header, id: 'refused-header', input: vds.slice(0, 10), expected: { parse: 'reject' } },
        { id: 'without-input', format: 'icao-vds', encoding: 'hex', expected: { parse: 'ok' }, values: {} },
        { id: 'without-expectation', format: 'icao-vds', encoding: 'hex', input: vds },
        { ...header, id: 'header', input: vds, expected: { parse: 'ok' } },
        {
          id: 'signer-not-asked-for',
          format: 'icao-vds',
          encoding: 'hex',
          input: vds,
          certificate: null,
          expected: { parse: 'ok', signature: 'no-certificate-available' },
          values: {},
        },
      ],
      { 'certs/a.cer': AUTHORITY.authority.certificate, 'certs/s.cer': AUTHORITY.signer.certificate },
    )
    suite('credentials', [
      { id: 'no-hex', group: 'cose', kind: 'COSE_Sign1', expected: {} },
      { id: 'no-key', group: 'cose', kind: 'COSE_Sign1', hex: 'd28443a10126a0404100', expected: { verify: false } },
      { id: 'sound', group: 'cbor', hex: '5f4101420203ff', values: { diagnostic: "(_ h'01', h'0203')" }, expected: {} },
      { id: 'bignum', group: 'cbor', hex: 'c2430f4240', values: { decoded: 1_000_000 }, expected: {} },
      { id: 'keys', group: 'cbor', hex: 'a1018101', values: { diagnostic: '{1: [1]}' }, expected: {} },
    ])
    suite('chip-failures', [{ id: 'no-chip', category: 'pace-refused' }])
    const { stdout, figures, page } = await outcome('seals,credentials,chip-failures')
    assert.deepEqual(figures.seals.misses, ['truncated-header', 'without-input', 'without-expectation'])
    assert.deepEqual(figures.credentials.misses, ['no-hex', 'no-key'])
    assert.deepEqual(figures.chipFailures.misses, ['no-chip'])
    assert.match(stdout, /miss: truncated-header: refused: /)
    assert.match(stdout, /miss: without-input: not judged: TypeError/)
    assert.match(page, /- not judged: TypeError.*: no-chip/)
  })

  it('is judged by what a row asks: a French code by its fields, a token by its signature, a disclosure by its digest', async () => {
    const french = {
      format: 'fr-2d-doc-c40-text',
      encoding: 'hex',
      input: Buffer.from(SEALS['2D_DOC']).toString('hex'),
    }
    const valid = { parse: 'ok', signature: 'valid' }
    const header = { doc_type: '07', ca_id: 'FR00', cert_id: '0007', country: 'FR' }
    suite(
      'seals',
      [
        { ...french, id: 'fields', expected: valid, values: { doc_type: '07', fields: { 62: 'SPECIMEN', 68: 'F' } } },
        { ...french, id: 'header', expected: valid, values: { header } },
        { ...french, id: 'other-field', expected: valid, values: { fields: { 62: 'ANOTHER' } } },
      ],
      { 'certs/a.cer': AUTHORITY.authority.certificate, 'certs/f.cer': AUTHORITY.french.certificate },
    )
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const tokenOf = (payload: object) => {
      const head = [{ alg: 'ES256', typ: 'JWT' }, payload].map((part) => encoded(part)).join('.')
      const proof = sign('sha256', Buffer.from(head), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `${head}.${proof.toString('base64url')}`
    }
    const jwt = tokenOf({ sub: 'a', status: { status_list: { idx: 1, uri: 'https://issuer.example/1' } } })
    const key = publicKey.export({ format: 'jwk' })
    const claims = { payload: { id: 'a' }, header: { alg: 'ES256', typ: 'JWT' }, disclosures: [['salt', 'b', 'c']] }
    const compact = {
      group: 'sd-jwt',
      kind: 'compact',
      sd_jwt: `${tokenOf({ id: 'a' })}~${encoded(['salt', 'b', 'c'])}~`,
      values: claims,
    }
    suite('credentials', [
      { id: 'refers', group: 'status-list', kind: 'jwt', jwt, key, expected: { verify: true } },
      {
        id: 'refers-changed',
        group: 'status-list',
        kind: 'jwt',
        jwt: `${jwt.slice(0, -4)}AAAA`,
        key,
        expected: { verify: false },
      },
      { ...compact, id: 'loose', expected: { parse: true, key_binding_jwt: false, all_disclosures_referenced: false } },
      {
        ...compact,
        id: 'not-loose',
        expected: { parse: true, key_binding_jwt: false, all_disclosures_referenced: true },
      },
      {
        id: 'parsed',
        group: 'iso18013-5-annex-d',
        kind: 'DeviceEngagement',
        hex: 'a10063312e30',
        expected: { parse: true },
      },
      {
        id: 'not-parsed',
        group: 'iso18013-5-annex-d',
        kind: 'DeviceEngagement',
        hex: 'a100',
        expected: { parse: false },
      },
    ])
    const { figures } = await outcome('seals,credentials')
    assert.deepEqual(figures.seals.misses, ['other-field'])
    assert.deepEqual(figures.credentials.misses, ['not-loose'])
  })

  it('whose files cannot be read is one line, and those after it run', async () => {
    mkdirSync(join(data, 'names'), { recursive: true })
    mkdirSync(join(data, 'crypto'), { recursive: true })
    writeFileSync(join(data, 'crypto', 'broken_test.json'), '{')
    suite('chip-failures', [{ id: 'no-chip', category: 'pace-refused' }])
    const { stdout, figures } = await outcome('names,crypto,chip-failures')
    assert.match(stdout, /^names: not judged: Error: ENOENT/)
    assert.deepEqual(figures.crypto.misses, ['broken_test.json'])
    assert.deepEqual(figures.chipFailures.misses, ['no-chip'])
    for (const name of ['names', 'crypto']) rmSync(join(data, name), { recursive: true })
  })

  it('that is not there is left out', async () => {
    const { stdout, figures, page } = await outcome('crypto,chip-failures')
    assert.match(stdout, /^crypto: not in /)
    assert.deepEqual(Object.keys(figures), ['chipFailures'])
    assert.doesNotMatch(page, /## crypto/)
  })

  it('is needed: a folder without any is a mistake', async () => {
    const { status, stderr } = await cli.run('conform', '--data', join(data, 'elsewhere'), '--only', 'seals,crypto')
    assert.equal(status, 2)
    assert.match(stderr, /elsewhere has none of the suites seals, crypto/)
  })
})
