import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { DisclosureFault, disclose } from '../../../src/formats/jws/disclosures.ts'
import { readJws, Unusable } from '../../../src/formats/jws/jws.ts'
import { sdJwtLibrary } from '../../support/wallet/foreign-wallet.ts'

const written = (...members: unknown[]) => Buffer.from(JSON.stringify(members)).toString('base64url')
const digestOf = (text: string, hash = 'sha256') => createHash(hash).update(text).digest('base64url')

const BERTH = written('salt-1', 'berth')
const KEEL = written('salt-2', 'keel', { _sd: [digestOf(written('salt-3', 'length', 12.5))] })
const LENGTH = written('salt-3', 'length', 12.5)
const SAIL = written('salt-4', ['main', { '...': digestOf(BERTH) }])
const DECOY = digestOf('no disclosure has this digest')

describe('the disclosures of an SD-JWT', () => {
  const payload = {
    _sd_alg: 'sha-256',
    _sd: [digestOf(KEEL), DECOY],
    sails: [{ '...': digestOf(SAIL) }, { '...': DECOY.replace(/^./, 'A') }],
    log: [[], {}, null],
  }

  it('leave a list empty of which nothing is disclosed, and take nothing else away (RFC 9901, 7.1, 3.d)', () => {
    assert.deepEqual(disclose(payload, []), { sails: [], log: [[], {}, null] })
  })

  it('open lists in lists and objects in objects, each with its own disclosure', () => {
    assert.deepEqual(disclose(payload, [SAIL]), { sails: [['main']], log: [[], {}, null] })
    assert.deepEqual(disclose(payload, [BERTH, SAIL, KEEL, LENGTH]), {
      keel: { length: 12.5 },
      sails: [['main', 'berth']],
      log: [[], {}, null],
    })
  })

  it('may have any JSON value, and an empty list of digests', () => {
    for (const value of [null, 0, -0.5, '', false, [], {}, [[]], { _sd: [] }]) {
      const text = written('salt', 'value', value)
      const opened = disclose({ _sd: [digestOf(text)] }, [text])
      assert.deepEqual(opened, { value: JSON.stringify(value) === '{"_sd":[]}' ? {} : value })
    }
  })

  it('are digested as the issuer says', () => {
    const text = written('salt', 'port', 'Utopia')
    for (const [name, hash] of [
      ['sha-384', 'sha384'],
      ['sha-512', 'sha512'],
    ] as const)
      assert.deepEqual(disclose({ _sd_alg: name, _sd: [digestOf(text, hash)] }, [text]), { port: 'Utopia' })
    assert.throws(() => disclose({ _sd_alg: 'md5', _sd: [] }, [text]), Unusable)
  })

  const bad = (members: unknown[], payloadOf: (digest: string) => Record<string, unknown>): [object, string[]] => {
    const text = written(...members)
    return [payloadOf(digestOf(text)), [text]]
  }
  const inObject = (digest: string) => ({ _sd: [digest] })
  const inList = (digest: string) => ({ list: [{ '...': digest }] })
  const REFUSED: [string, [object, string[]]][] = [
    ['without a digest', [{}, [BERTH]]],
    ['whose parent is not disclosed', [payload, [LENGTH]]],
    ['with a name in a list', bad(['salt', 'name', 1], inList)],
    ['without a name in an object', bad(['salt', 1], inObject)],
    ['with the name _sd', bad(['salt', '_sd', []], inObject)],
    ['with the name of a list digest', bad(['salt', '...', 'x'], inObject)],
    ['of four members', bad(['salt', 'name', 1, 2], inObject)],
    ['whose name is not a text', bad(['salt', 1, 2], inObject)],
    ['of a name that is already there', bad(['salt', 'there', 2], (digest) => ({ there: 1, _sd: [digest] }))],
    ['whose digest occurs twice', bad(['salt', 'name', 1], (digest) => ({ _sd: [digest, digest] }))],
    ['with another member next to the digest', bad(['salt', 1], (digest) => ({ list: [{ '...': digest, more: 1 }] }))],
    ['with padding', [{ _sd: [digestOf(`${BERTH}=`)] }, [`${BERTH}=`]]],
  ]
  for (const [name, [source, disclosures]] of REFUSED)
    it(`are refused if there is one ${name}`, () => {
      assert.throws(
        () => disclose(source as Record<string, unknown>, disclosures),
        (error) => error instanceof Unusable || error instanceof DisclosureFault,
      )
    })

  it('may hide any claim that the type of token leaves to the issuer (SD-JWT VC, 2.2.2.2)', () => {
    const [source, disclosures] = bad(['salt', 'exp', 1], inObject)
    assert.deepEqual(disclose(source as Record<string, unknown>, disclosures), { exp: 1 })
    assert.throws(() => disclose(source as Record<string, unknown>, disclosures, ['exp']), /exp must not be hidden/)
  })

  it('of another implementation are opened: a list of which all, one or none is disclosed', async () => {
    const key = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const library = sdJwtLibrary(key(), key())
    const claims = { ports: ['Utopia', 'Lilliput', 'Laputa'], crew: { names: ['Ann', 'Bob'] } }
    const credential = await library.issue(
      { iss: 'https://issuer.example', iat: 1, vct: 'urn:example:ship', ...claims },
      { ports: { _sd: [0, 1, 2] }, crew: { _sd: ['names'], names: { _sd: [0, 1] } } },
    )
    const shownBy = async (frame: object) => {
      const [token = '', ...disclosures] = (await library.present(credential, frame)).split('~').slice(0, -1)
      const { iss: _, iat: __, vct: ___, ...shown } = disclose(readJws(token).payload, disclosures)
      return shown
    }
    assert.deepEqual(await shownBy({}), { ports: [], crew: {} })
    assert.deepEqual(await shownBy({ ports: { 1: true } }), { ports: ['Lilliput'], crew: {} })
    assert.deepEqual(await shownBy({ crew: { names: true } }), { ports: [], crew: { names: [] } })
    assert.deepEqual(
      await shownBy({ ports: { 0: true, 1: true, 2: true }, crew: { names: { 0: true, 1: true } } }),
      claims,
    )
  })
})
