import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { openStatusList, statusIn } from '../../../src/features/wallet/verify/status-list.ts'
import { verifyMdoc } from '../../../src/features/wallet/verify/verify-mdoc.ts'
import { verifySdJwt } from '../../../src/features/wallet/verify/verify-sd-jwt.ts'
import {
  asArray,
  asEmbedded,
  asMap,
  asWritten,
  type Cbor,
  embedded,
  readCbor,
  writeCbor,
} from '../../../src/formats/cbor/cbor.ts'
import { collectTrust } from '../../../src/formats/x509/collect-trust.ts'
import { presentMdoc, presentSdJwt } from '../../support/wallet/holder.ts'
import {
  coseSign,
  ES256,
  issueMdoc,
  issueSdJwt,
  makeHolderKey,
  makeIssuer,
  signJwt,
} from '../../support/wallet/issuer.ts'
import { MDL, MDL_CLAIMS, PID_CLAIMS } from '../../support/wallet/person.ts'

const issuer = makeIssuer()
const holder = makeHolderKey()
const trust = collectTrust([{ name: 'iaca.cer', bytes: issuer.authority.certificate }]).store
const now = Date.now()
const seconds = Math.floor(now / 1000)
const asked = { nonce: 'n-0S6_WzA2Mj', audience: 'x509_hash:abc' }
const transcript = writeCbor([null, null, ['a handover']])
const judging = { now, trust, expected: { ...asked, transcript, requestedAt: now } }
const x5c = [Buffer.from(issuer.signer.certificate).toString('base64')]

const decoded = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString())

/** The same credential, signed again with another header or payload. */
function signedAgain(change: { header?: object; payload?: object }) {
  const issued = issueSdJwt(issuer, holder, PID_CLAIMS)
  const [head, payload] = issued.token.split('.')
  const token = signJwt(
    { ...decoded(head), ...change.header },
    { ...decoded(payload), ...change.payload },
    issuer.signer.key.privateKey,
  )
  return { ...issued, token }
}

const shown = (change: { header?: object; payload?: object }) =>
  verifySdJwt(presentSdJwt(signedAgain(change), holder, ['family_name'], asked), judging)

describe('a presented SD-JWT VC', () => {
  it('has a type in any of its spellings (RFC 7515, 4.1.9), also the earlier one', () => {
    for (const typ of ['dc+sd-jwt', 'vc+sd-jwt', 'application/dc+sd-jwt', 'DC+SD-JWT'])
      assert.equal(shown({ header: { typ } }).verdict, 'TRUSTED', typ)
    for (const typ of ['JWT', 'sd-jwt', 'text/dc+sd-jwt', undefined])
      assert.equal(shown({ header: { typ } }).verdict, 'UNREADABLE', typ)
  })

  it('comes in the JSON serialization, and the holder signs over its compact form (RFC 9901, 8)', () => {
    const compact = presentSdJwt(signedAgain({}), holder, ['family_name', 'given_name'], asked)
    const [token = '', ...rest] = compact.split('~')
    const [head, payload, signature] = token.split('.')
    const header = { disclosures: rest.slice(0, -1), kb_jwt: rest.at(-1) }
    for (const json of [
      { payload, protected: head, signature, header },
      { payload, signatures: [{ protected: head, signature, header }] },
    ]) {
      const result = verifySdJwt(JSON.stringify(json), judging)
      assert.deepEqual([result.verdict, result.holderBinding], ['TRUSTED', 'HOLDS'])
      assert.equal(result.claims.given_name, PID_CLAIMS.given_name)
    }
    const fewer = { payload, protected: head, signature, header: { ...header, disclosures: rest.slice(0, 1) } }
    assert.equal(verifySdJwt(JSON.stringify(fewer), judging).holderBinding, 'FALSE')
    assert.equal(verifySdJwt('{', judging).verdict, 'UNREADABLE')
  })

  it('is not read with a date that is none: it would be valid for ever (RFC 7519, 4.1.4)', () => {
    for (const name of ['exp', 'nbf', 'iat'])
      for (const value of [String(seconds + 60), null, {}, 1e300])
        assert.equal(shown({ payload: { [name]: value } }).verdict, 'UNREADABLE', `${name} ${value}`)
    assert.equal(shown({ payload: { exp: seconds + 60.5, nbf: seconds - 0.5 } }).validity, 'VALID')
  })

  it('is unknown in its status, and not without one, where the status is published in another way', () => {
    for (const status of [{ identifier_list: { uri: 'https://issuer.example/1' } }, { status_list: { idx: '1' } }, 1]) {
      const { verdict, status: reference, reasons } = shown({ payload: { status } })
      assert.deepEqual([verdict, reference], ['TRUSTED', undefined])
      assert.ok(reasons.some(({ code }) => code === 'STATUS_UNKNOWN'))
    }
    assert.ok(!shown({}).reasons.some(({ code }) => code === 'STATUS_UNKNOWN'))
  })

  it('is not answered for by a holder whose signature is for another time', () => {
    const issued = signedAgain({})
    const compact = presentSdJwt(issued, holder, ['family_name'], asked)
    const [binding = '', part] = [compact.split('~').at(-1), compact.slice(0, compact.lastIndexOf('~') + 1)]
    const [head, payload] = binding.split('.')
    const answered = (more: object) =>
      verifySdJwt(part + signJwt(decoded(head), { ...decoded(payload), ...more }, holder.privateKey), judging)
    assert.equal(answered({ exp: seconds + 60, nbf: seconds - 60 }).holderBinding, 'HOLDS')
    assert.equal(answered({ exp: seconds - 600 }).holderBinding, 'FALSE')
    assert.equal(answered({ nbf: seconds + 600 }).holderBinding, 'FALSE')
    assert.equal(answered({ aud: [asked.audience] }).holderBinding, 'FALSE')
  })

  it('is not bound to a key that it only names', () => {
    for (const cnf of [{ kid: 'key-1' }, { x5c }, { jwk: null }]) {
      const result = shown({ payload: { cnf } })
      assert.notEqual(result.holderBinding, 'HOLDS', JSON.stringify(cnf))
    }
  })
})

describe('a presented mdoc', () => {
  interface Changed {
    security?: Map<string, Cbor>
    device?: { key: KeyObject; number: number; hash?: string }
    states?: Map<string, Cbor>
  }

  /** An mdoc whose security object has other members, or whose device states something itself. */
  function presented({ security = new Map(), device, states = new Map() }: Changed) {
    const issued = issueMdoc(issuer, holder, MDL, MDL_CLAIMS)
    const [, , payload] = asArray(issued.issuerAuth, 'it')
    const { content } = asEmbedded(readCbor(payload as Uint8Array), 'it')
    const members = new Map([...asMap(readCbor(content), 'it'), ...security])
    const chain = new Map<number, Cbor>([[33, Uint8Array.from(issuer.signer.certificate)]])
    const issuerAuth = coseSign(issuer.signer.key.privateKey, ES256, writeCbor(embedded(writeCbor(members))), chain)
    const response = asMap(
      readCbor(presentMdoc({ ...issued, issuerAuth }, holder, Object.keys(MDL_CLAIMS), transcript)),
      'it',
    )
    const [document] = asArray(response.get('documents'), 'it')
    const nameSpaces = embedded(writeCbor(states))
    const bytes = writeCbor(embedded(writeCbor(['DeviceAuthentication', asWritten(transcript), MDL.type, nameSpaces])))
    const { key = holder.privateKey, number = -7, hash = 'sha256' } = device ?? {}
    const header = writeCbor(new Map([[1, number]]))
    const signed = writeCbor(['Signature1', header, new Uint8Array(), bytes])
    const edwards = key.asymmetricKeyType?.startsWith('ed')
    const signature = edwards ? sign(null, signed, key) : sign(hash, signed, { key, dsaEncoding: 'ieee-p1363' })
    const proof: Cbor = [header, new Map(), null, Uint8Array.from(signature)]
    asMap(document, 'it').set(
      'deviceSigned',
      new Map<string, Cbor>([
        ['nameSpaces', nameSpaces],
        ['deviceAuth', new Map<string, Cbor>([['deviceSignature', proof]])],
      ]),
    )
    return verifyMdoc(writeCbor(response), judging)
  }

  const keyInfo = (deviceKey: Map<number, Cbor>, more: [string, Cbor][] = []) =>
    new Map<string, Cbor>([['deviceKeyInfo', new Map<string, Cbor>([['deviceKey', deviceKey], ...more])]])
  const bytesOf = (text = '') => Uint8Array.from(Buffer.from(text, 'base64url'))
  const { x, y } = holder.jwk
  const own = new Map<number, Cbor>([
    [1, 2],
    [-1, 1],
    [-2, bytesOf(x)],
    [-3, bytesOf(y)],
  ])

  it('is bound to a device key on Brainpool and Edwards curves (ISO/IEC 18013-5, 9.1.2.4)', () => {
    for (const [name, curve, length, number, hash] of [
      ['brainpoolP256r1', 256, 32, -7, 'sha256'],
      ['brainpoolP384r1', 258, 48, -267, 'sha384'],
      ['brainpoolP512r1', 259, 64, -36, 'sha512'],
    ] as const) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: name })
      const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-2 * length)
      const deviceKey = new Map<number, Cbor>([
        [1, 2],
        [-1, curve],
        [-2, Uint8Array.from(point.subarray(0, length))],
        [-3, Uint8Array.from(point.subarray(length))],
      ])
      const result = presented({ security: keyInfo(deviceKey), device: { key: privateKey, number, hash } })
      assert.deepEqual([result.verdict, result.holderBinding], ['TRUSTED', 'HOLDS'], name)
    }
    for (const [kind, curve, number] of [
      ['ed25519', 6, -8],
      ['ed448', 7, -8],
      ['ed448', 7, -53],
    ] as const) {
      const { privateKey, publicKey } = generateKeyPairSync(kind as 'ed25519')
      const deviceKey = new Map<number, Cbor>([
        [1, 1],
        [-1, curve],
        [-2, bytesOf(publicKey.export({ format: 'jwk' }).x)],
      ])
      const device = { key: privateKey, number }
      assert.equal(presented({ security: keyInfo(deviceKey), device }).holderBinding, 'HOLDS', kind)
      assert.equal(presented({ security: keyInfo(own), device }).holderBinding, 'FALSE', kind)
    }
  })

  it('may have elements of the device where the issuer allows them, and they are not read (9.1.2.4)', () => {
    const space = MDL.space
    const states = new Map<string, Cbor>([[space, new Map<string, Cbor>([['family_name', 'Mallory']])]])
    const allowed = (value: [string, Cbor][]) => keyInfo(own, [['keyAuthorizations', new Map<string, Cbor>(value)]])
    for (const security of [
      allowed([['nameSpaces', [space]]]),
      allowed([['dataElements', new Map<string, Cbor>([[space, ['given_name', 'family_name']]])]]),
    ]) {
      const result = presented({ security, states })
      assert.deepEqual([result.verdict, result.holderBinding], ['TRUSTED', 'HOLDS'])
      assert.equal(result.claims.family_name, MDL_CLAIMS.family_name)
    }
    for (const security of [
      keyInfo(own),
      allowed([['nameSpaces', ['org.example']]]),
      allowed([['dataElements', new Map<string, Cbor>([[space, ['given_name']]])]]),
    ])
      assert.equal(presented({ security, states }).verdict, 'UNREADABLE')
  })

  it('may be what its issuer signed alone, which nobody presents', () => {
    const response = asMap(
      readCbor(presentMdoc(issueMdoc(issuer, holder, MDL, MDL_CLAIMS), holder, ['family_name'], transcript)),
      'it',
    )
    const [document] = asArray(response.get('documents'), 'it')
    const alone = verifyMdoc(writeCbor(asMap(document, 'it').get('issuerSigned')), judging)
    assert.deepEqual([alone.verdict, alone.holderBinding, alone.type], ['TRUSTED', 'ABSENT', MDL.type])
    assert.equal(alone.claims.family_name, MDL_CLAIMS.family_name)
    assert.equal(verifyMdoc(writeCbor(new Map([['issuerSigned', 1]])), judging).verdict, 'UNREADABLE')
  })

  const statusOf = (name: string, members: [string, Cbor][]) =>
    presented({ security: new Map<string, Cbor>([['status', new Map([[name, new Map<string, Cbor>(members)]])]]) })

  it('names where its status is: an index, or its identifier (ISO/IEC 18013-5, second edition, 12.3.6)', () => {
    const uri = 'https://issuer.example/revoked'
    const [index, identifier] = [
      statusOf('status_list', [
        ['uri', uri],
        ['idx', 7],
      ]),
      statusOf('identifier_list', [
        ['uri', uri],
        ['id', Uint8Array.of(0xab, 1)],
      ]),
    ]
    assert.deepEqual(index.status, { uri, index: 7 })
    assert.deepEqual(identifier.status, { uri, identifier: 'ab01' })
  })

  it('is unknown in its status where that is published in another way', () => {
    const uri = 'https://issuer.example/revoked'
    const id = Uint8Array.of(1)
    for (const [name, members] of [
      ['identifier_list', [['id', id]]],
      [
        'identifier_list',
        [
          ['id', 'text'],
          ['uri', uri],
        ],
      ],
      [
        'identifier_list',
        [
          ['id', new Uint8Array()],
          ['uri', uri],
        ],
      ],
      [
        'identifier_list',
        [
          ['id', id],
          ['uri', 'nowhere'],
        ],
      ],
      [
        'status_list',
        [
          ['idx', -1],
          ['uri', uri],
        ],
      ],
      [
        'another_list',
        [
          ['id', id],
          ['uri', uri],
        ],
      ],
    ] as [string, [string, Cbor][]][]) {
      const result = statusOf(name, members)
      assert.equal(result.status, undefined, name)
      assert.ok(result.reasons.some(({ code }) => code === 'STATUS_UNKNOWN'))
    }
  })
})

describe('a list of identifiers', () => {
  const uri = 'https://issuer.example/revoked'
  const entries = (...ids: Cbor[]): Cbor =>
    new Map<Cbor, Cbor>([['identifiers', new Map<Cbor, Cbor>(ids.map((id) => [id, new Map()]))]])
  const claims = (list: Cbor, more: [number, Cbor][] = []) =>
    new Map<Cbor, Cbor>([[2, uri], [4, seconds + 3600], [6, seconds], [65530, list], ...more])
  const TYPE = 'application/identifierlist+cwt'
  const opened = (
    payload: Map<Cbor, Cbor>,
    header: Map<number, Cbor> = new Map<number, Cbor>([
      [1, -7],
      [16, TYPE],
    ]),
  ) => {
    const [bytes, content] = [writeCbor(header), writeCbor(payload)]
    const signed = writeCbor(['Signature1', bytes, new Uint8Array(), content])
    const proof = sign('sha256', signed, { key: issuer.signer.key.privateKey, dsaEncoding: 'ieee-p1363' })
    const chain = new Map<Cbor, Cbor>([[33, Uint8Array.from(issuer.signer.certificate)]])
    return openStatusList(writeCbor([bytes, chain, content, Uint8Array.from(proof)]), uri, now, trust)
  }

  it('names those that were revoked (ISO/IEC 18013-5, second edition, 12.3.6.4)', () => {
    const list = opened(claims(entries(Uint8Array.of(0xab, 1), Uint8Array.of(2))))
    assert.equal(statusIn(list, { uri, identifier: 'ab01' }), 'REVOKED')
    assert.equal(statusIn(list, { uri, identifier: 'ab02' }), 'VALID')
    assert.equal(statusIn(opened(claims(entries())), { uri, identifier: '02' }), 'VALID')
    // A reference of one kind into a list of the other says nothing.
    assert.equal(statusIn(list, { uri, index: 0 }), 'UNKNOWN')
  })

  it('has its type in the header or among the claims', () => {
    const plain = new Map<number, Cbor>([[1, -7]])
    assert.ok(opened(claims(entries(), [[16, TYPE]]), plain))
    assert.throws(() => opened(claims(entries()), plain), /not a status list/)
  })

  it('of a hundred thousand is read', () => {
    const ids = Array.from({ length: 100_000 }, (_, index) =>
      Uint8Array.of(index >> 16, (index >> 8) & 255, index & 255),
    )
    assert.equal(statusIn(opened(claims(entries(...ids))), { uri, identifier: '01869f' }), 'REVOKED')
  })

  it('is not one without an end, with a status list, for another address, or with identifiers that are no bytes', () => {
    const endless = claims(entries())
    endless.delete(4)
    assert.throws(() => opened(endless), /without an end/)
    assert.throws(() => opened(claims(entries(), [[65533, new Map()]])), /status list/)
    assert.throws(() => opened(claims(entries(), [[2, 'https://issuer.example/other']])), /another address/)
    assert.throws(() => opened(claims(entries(), [[4, seconds - 1]])), /expired/)
    assert.throws(() => opened(claims(entries('ab01'))), /not a byte string/)
    assert.throws(() => opened(claims([])), /not a map/)
  })
})

describe('a status list', () => {
  const uri = 'https://issuer.example/status/1'
  const opened = (claims: object, typ = 'statuslist+jwt') => {
    const payload = { sub: uri, iat: seconds, ...claims }
    const token = signJwt({ alg: 'ES256', typ, x5c }, payload, issuer.signer.key.privateKey)
    return openStatusList(Buffer.from(token), uri, now, trust)
  }
  const lst = deflateSync(Uint8Array.of(0xb9, 0xa3)).toString('base64url')

  it('has one, two, four or eight bits for each credential, the lowest first (Token Status List, 4.1)', () => {
    for (const [bits, values] of [
      [1, [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1]],
      [2, [1, 2, 3, 2, 3, 0, 2, 2]],
      [4, [9, 11, 3, 10]],
      [8, [0xb9, 0xa3]],
    ] as const) {
      const list = opened({ status_list: { bits, lst } })
      const names = ['VALID', 'REVOKED', 'SUSPENDED']
      for (const [index, value] of values.entries())
        assert.equal(statusIn(list, { uri, index }), names[value] ?? 'UNKNOWN')
      assert.equal(statusIn(list, { uri, index: values.length }), 'UNKNOWN')
    }
    for (const bits of [0, 3, 16, '1', null]) assert.throws(() => opened({ status_list: { bits, lst } }))
  })

  it('is one by its type in any spelling, and not without an expiry that can be read', () => {
    const list = { status_list: { bits: 1, lst } }
    assert.ok(opened(list, 'application/statuslist+jwt'))
    for (const typ of ['JWT', 'statuslist+cwt']) assert.throws(() => opened(list, typ))
    for (const exp of ['never', null, {}]) assert.throws(() => opened({ ...list, exp }))
  })
})
