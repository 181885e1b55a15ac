import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import { type Cbor, type CborMap, readCbor, tagged, writeCbor } from '../../../src/formats/cbor/cbor.ts'
import { certificatesInMessage, macHolds, readCose, signatureOfMessageHolds } from '../../../src/formats/cbor/cose.ts'
import { Unusable } from '../../../src/formats/jws/jws.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const CONTENT = Buffer.from('This is the content.')
const [ALGORITHM, CRITICAL, CONTENT_TYPE, X5CHAIN] = [1, 2, 3, 33]
const ES256 = -7

/** A message with one signature, over the headers as they are given. */
function signed(header: CborMap, open: CborMap = new Map(), encoded = header.size ? writeCbor(header) : Buffer.of()) {
  const bytes = writeCbor(['Signature1', Uint8Array.from(encoded), new Uint8Array(), Uint8Array.from(CONTENT)])
  const proof = sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return [Uint8Array.from(encoded), open, Uint8Array.from(CONTENT), Uint8Array.from(proof)] as Cbor[]
}

const holds = (message: Cbor) =>
  signatureOfMessageHolds(readCose(readCbor(writeCbor(message)), 'the message'), publicKey, CONTENT)
const refuses = (message: Cbor, reason: RegExp) =>
  assert.throws(
    () => holds(message),
    (error) => error instanceof Unusable && reason.test(error.message),
  )

describe('a COSE message', () => {
  const plain = signed(new Map([[ALGORITHM, ES256]]))

  it('is read untagged, tagged, and as a CWT (RFC 9052, 2; RFC 8392, 6)', () => {
    for (const message of [plain, tagged(18, plain), tagged(61, tagged(18, plain)), tagged(61, plain)])
      assert.equal(holds(message), true)
  })

  it('is refused under the tag of another message, and with members too many or too few', () => {
    for (const tag of [16, 96, 97, 98]) refuses(tagged(tag, plain), new RegExp(`the tag ${tag}`))
    assert.throws(() => holds(tagged(18, tagged(18, plain))), /not a list/)
    refuses([...plain, 0], /too many/)
    assert.throws(() => holds(plain.slice(0, 3)), /not a byte string/)
  })

  it('has its algorithm in the protected header, whatever else the other header says (RFC 9052, 3.1)', () => {
    refuses(signed(new Map(), new Map([[ALGORITHM, ES256]])), /algorithm is in the unprotected header/)
    refuses(signed(new Map([[CONTENT_TYPE, 0]])), /names no algorithm/)
    // A label in both headers is obtained from the protected one (RFC 9052, 3).
    assert.equal(holds(signed(new Map([[ALGORITHM, ES256]]), new Map([[ALGORITHM, -35]]))), true)
    assert.equal(holds(signed(new Map([[ALGORITHM, -35]]), new Map([[ALGORITHM, ES256]]))), false)
  })

  it('may have a protected header that is not in the shortest form, and is verified over its bytes', () => {
    const encoded = Buffer.from('bf180126ff', 'hex')
    assert.equal(holds(signed(new Map(), new Map(), encoded)), true)
    const rewritten = signed(new Map(), new Map(), encoded)
    rewritten[0] = Uint8Array.from(Buffer.from('a10126', 'hex'))
    assert.equal(holds(rewritten), false)
    assert.throws(() => holds(signed(new Map(), new Map(), Buffer.from('a201260126', 'hex'))), /twice/)
  })

  it('is refused if it marks a header as critical that is not processed', () => {
    const critical = (labels: Cbor, ...more: [Cbor, Cbor][]): CborMap =>
      new Map<Cbor, Cbor>([[ALGORITHM, ES256], [CRITICAL, labels], ...more])
    assert.equal(holds(signed(critical([CONTENT_TYPE], [CONTENT_TYPE, 0]))), true)
    refuses(signed(critical([-70_001], [-70_001, 1])), /header -70001 as critical/)
    refuses(signed(critical([CONTENT_TYPE])), /header 3 as critical/)
    refuses(signed(critical([])), /critical/)
    refuses(signed(new Map([[ALGORITHM, ES256]]), new Map([[CRITICAL, [3]]])), /anybody can change/)
  })

  it('has its certificates in either header, and those that are signed come first', () => {
    const chain = (text: string): [Cbor, Cbor] => [X5CHAIN, Uint8Array.from(Buffer.from(text))]
    const found = (header: CborMap, open: CborMap) =>
      certificatesInMessage(readCose(signed(header, open), 'the message')).map(String)
    const open = new Map([chain('open')])
    const text = (bytes: string) => [String(Uint8Array.from(Buffer.from(bytes)))]
    assert.deepEqual(found(new Map([[ALGORITHM, ES256]]), open), text('open'))
    assert.deepEqual(found(new Map<Cbor, Cbor>([[ALGORITHM, ES256], chain('signed')]), open), text('signed'))
  })

  it('with a MAC names HMAC 256/256 where it is protected', () => {
    const key = Buffer.alloc(32, 7)
    const made = (header: CborMap, open: CborMap) => {
      const encoded = header.size ? Uint8Array.from(writeCbor(header)) : new Uint8Array()
      const proof = createHmac('sha256', key)
        .update(writeCbor(['MAC0', encoded, new Uint8Array(), Uint8Array.from(CONTENT)]))
        .digest()
      return tagged(17, [encoded, open, Uint8Array.from(CONTENT), Uint8Array.from(proof)])
    }
    const judged = (message: Cbor) => macHolds(readCose(message, 'the MAC'), key, CONTENT)
    assert.equal(judged(made(new Map([[ALGORITHM, 5]]), new Map())), true)
    assert.equal(judged(made(new Map([[ALGORITHM, 6]]), new Map())), undefined)
    assert.throws(() => judged(made(new Map(), new Map([[ALGORITHM, 5]]))), /unprotected header/)
  })
})
