import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Node, parseDocument } from 'yaml'
import { browserTranscript, redirectTranscript } from '../../src/features/wallet/verify/iso-mdoc.ts'
import { openBits, openStatusList, valueIn } from '../../src/features/wallet/verify/status-list.ts'
import { verifyMdoc } from '../../src/features/wallet/verify/verify-mdoc.ts'
import {
  asArray,
  asBytes,
  asEmbedded,
  asMap,
  asWritten,
  type Cbor,
  embedded,
  MalformedCbor,
  readCbor,
  Simple,
  Tagged,
  writeCbor,
} from '../../src/formats/cbor/cbor.ts'
import { certificatesInMessage, macHolds, readCose, signatureOfMessageHolds } from '../../src/formats/cbor/cose.ts'
import { DisclosureFault, disclose } from '../../src/formats/jws/disclosures.ts'
import { type Json, jwsHolds, keyOfCertificate, keyOfJwk, readJws, Unusable } from '../../src/formats/jws/jws.ts'
import { readCertificate } from '../../src/formats/x509/certificate.ts'
import { collectTrust } from '../../src/formats/x509/collect-trust.ts'
import { fromFrame, fromYaml, issue, presented } from './marked-claims.ts'
import { failureOf, type Outcome, reportOf, type SuiteReport, Tally } from './suite.ts'

/** Judges every row with the product's own readers; the row's `expected` is the correct result. */
export async function run(folder: string): Promise<SuiteReport> {
  const { rows } = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as { rows: CredentialRow[] }
  const groups: Record<string, Tally> = {}
  for (const row of rows) {
    groups[row.group] ??= new Tally()
    const { verify, decode, decrypt, parse, result, reason } = row.expected ?? {}
    const isRefused = [verify, decode, decrypt, parse].includes(false) || result === 'reject'
    const outcome = await judge(row, folder).catch((error: unknown): Outcome => {
      if (error instanceof MalformedCbor || error instanceof Unusable || error instanceof DisclosureFault) return false
      return { failure: failureOf(error) }
    })
    groups[row.group]?.add(row.id, isRefused ? 'invalid' : 'valid', outcome, reason ?? row.kind ?? 'CBOR')
  }
  return reportOf(groups)
}

async function judge(row: CredentialRow, folder: string): Promise<Outcome> {
  if (row.group === 'mdoc') return mdocHolds(row, folder)
  if (row.group === 'cbor') return cborIsRead(row)
  if (row.group === 'cose' || row.kind === 'cwt') return coseHolds(row)
  if (row.group === 'status-list') return row.kind === 'jwt' ? tokenOpens(row) : listIsRead(row)
  if (row.kind === 'DeviceRequest') return readerAuthHolds(row)
  if (row.kind === 'DeviceResponse') return deviceAuthHolds(row)
  if (row.kind === 'SessionData') return asMap(readCbor(fromHex(row.hex)), 'data').get('status') === row.expected.status
  if (row.kind === 'compact') return storedRow(row)
  if (row.kind === 'payload-check') return openedRow(row)
  if (row.group === 'sd-jwt') return issuedRow(row, folder)
  if (row.expected.parse !== undefined && row.hex) return readCbor(fromHex(row.hex)) !== undefined
  return { unsupported: 'sessions between nearby devices (ISO/IEC 18013-5, 9.1.1)' }
}

async function mdocHolds(row: CredentialRow, folder: string): Promise<boolean> {
  const read = (path: string) => readFile(join(folder, path))
  const files = Object.entries(row.certificates ?? {}).map(async ([name, path]) => ({ name, bytes: await read(path) }))
  const trust = collectTrust(await Promise.all(files)).store
  const now = Date.parse(row.verification_date ?? '')
  const bytes = await read(row.file ?? '')
  if (row.kind === 'IssuerSigned') {
    const document = new Map<string, Cbor>([['docType', row.values?.docType ?? 'org.iso.18013.5.1.mDL']])
    const response = new Map([['documents', [document.set('issuerSigned', asWritten(bytes))]]])
    const { verdict, validity } = verifyMdoc(writeCbor(response), { now, trust })
    return verdict === 'TRUSTED' && validity === 'VALID'
  }
  const { clientId = '', responseUri = '', origin = '', nonce = '', jwkThumbprint_hex: thumbprint } = row.session ?? {}
  const handover = { nonce, thumbprint: thumbprint ? fromHex(thumbprint) : null }
  const built = origin
    ? browserTranscript({ origin, ...handover })
    : redirectTranscript({ clientId, responseUri, ...handover })
  const transcript = row.session_transcript_hex ? fromHex(row.session_transcript_hex) : built
  const expected = { nonce, audience: clientId, transcript, requestedAt: now }
  const { verdict, validity, holderBinding } = verifyMdoc(bytes, { now, trust, expected })
  return verdict === 'TRUSTED' && validity === 'VALID' && holderBinding === 'HOLDS'
}

/** A device response between nearby devices: its trust is not asked for, only what was signed. */
function deviceAuthHolds({ hex, session_transcript_bytes_hex: bytes, keys = {} }: CredentialRow): boolean {
  const [x, y, d] = ['x', 'y', 'd'].map((part) =>
    Buffer.from(keys[`ephemeral_reader_key_${part}`] ?? '', 'hex').toString('base64url'),
  )
  const readerKey = d
    ? createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d } as JsonWebKey, format: 'jwk' })
    : undefined
  const transcript = asEmbedded(readCbor(fromHex(bytes)), 'the transcript').content
  const about = { nonce: '', audience: '', requestedAt: Date.now() }
  const found = verifyMdoc(fromHex(hex), {
    now: Date.now(),
    trust: collectTrust([]).store,
    expected: { ...about, transcript, ...(readerKey && { readerKey }) },
  })
  const isSigned = found.reasons.some(({ code }) => code === 'SIGNATURE_HOLDS')
  return isSigned && found.verdict === 'UNKNOWN_ISSUER' && found.holderBinding === 'HOLDS'
}

function tokenOpens({ jwt = '', key }: CredentialRow): boolean {
  const token = readJws(jwt)
  // A token that refers to a list is not one itself.
  if (token.payload.status !== undefined) return jwsHolds(token, keyOfJwk(key)) === true
  const known = { issuer: '', keys: [{ kid: String((key as JsonWebKey & { kid: string }).kid), jwk: key as object }] }
  const sub = String(token.payload.sub)
  const list = openStatusList(Buffer.from(jwt), sub, Date.now(), collectTrust([]).store, known)
  return 'bytes' in list && list.bytes.length > 0
}

function listIsRead({ hex, bits, lst = '', expected, values }: CredentialRow): boolean {
  const map = hex ? asMap(readCbor(fromHex(hex)), 'the list') : undefined
  const packed = map ? asBytes(map.get('lst'), 'the list') : Buffer.from(lst, 'base64url')
  const list = openBits({ bits: Number(map ? map.get('bits') : bits), list: packed })
  const size = expected.size ?? 0
  const wanted = values?.non_zero ?? {}
  return (
    valueIn(list, size) === undefined &&
    Array.from({ length: size }, (_, index) => valueIn(list, index) === (wanted[index] ?? 0)).every(Boolean)
  )
}

const fromHex = (hex = ''): Uint8Array => Buffer.from(hex, 'hex')

function cborIsRead({ hex = '', values }: CredentialRow): Outcome {
  const read = readCbor(fromHex(hex))
  return values?.diagnostic === undefined
    ? isDeepStrictEqual(plain(read), values?.decoded)
    : diagnosticOf(read) === values.diagnostic.replace(CHUNKS, joinedChunks)
}

/** As a file of JSON has it, where a number is not exact beyond 53 bits. */
function plain(value: Cbor): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [key, plain(each)]))
  if (Array.isArray(value)) return value.map(plain)
  return typeof value === 'bigint' ? Number(value) : value
}

/** Diagnostic notation (RFC 8949, 8). */
function diagnosticOf(value: Cbor): string {
  if (value instanceof Map)
    return `{${[...value].map(([key, each]) => `${diagnosticOf(key)}: ${diagnosticOf(each)}`).join(', ')}}`
  if (Array.isArray(value)) return `[${value.map(diagnosticOf).join(', ')}]`
  if (value instanceof Uint8Array) return `h'${Buffer.from(value).toString('hex')}'`
  if (value instanceof Simple) return `simple(${value.value})`
  if (value instanceof Tagged) return `${value.tag}(${diagnosticOf(value.value)})`
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** A byte string in chunks has the same value as one without. */
const CHUNKS = /\(_ ((?:h'[0-9a-f]*'(?:, )?)*)\)/g
const joinedChunks = (_: string, chunks: string) =>
  `h'${[...chunks.matchAll(/h'([0-9a-f]*)'/g)].map(([, hex]) => hex).join('')}'`

const MACS: Record<number, string> = {
  4: 'HMAC 256/64: a shortened tag, where ISO/IEC 18013-5 allows only HMAC 256/256',
  6: 'HMAC 384/384, where ISO/IEC 18013-5 allows only HMAC 256/256',
  15: 'AES-MAC 256/64, where ISO/IEC 18013-5 allows only HMAC 256/256',
}

/** Some rows write the parts of a key in hex. */
const jwkOf = (key: unknown): JsonWebKey =>
  Object.fromEntries(
    Object.entries(key as Record<string, string>).map(([name, value]) =>
      name.endsWith('_hex') ? [name.slice(0, -4), Buffer.from(value, 'hex').toString('base64url')] : [name, value],
    ),
  )

function coseHolds({ hex, key, external_aad_hex: external, plaintext, plaintext_hex, kind }: CredentialRow): Outcome {
  const message = readCose(readCbor(fromHex(hex)), 'the message')
  const content = message.payload ?? (plaintext_hex ? fromHex(plaintext_hex) : Buffer.from(plaintext ?? ''))
  const outside = fromHex(external ?? '')
  const { d: _, k, ...open } = jwkOf(key)
  const name = message.protectedHeader.get(1)
  if (name === undefined)
    return { unsupported: 'an algorithm outside the protected header, where anybody can change it' }
  const holds =
    kind === 'COSE_Mac0'
      ? macHolds(message, Buffer.from(String(k), 'base64url'), content, outside)
      : signatureOfMessageHolds(message, keyOfJwk(open), content, outside)
  if (holds === undefined && typeof name === 'number')
    return { unsupported: MACS[name] ?? `the algorithm ${name} of COSE` }
  return holds === true
}

function readerAuthHolds({ hex, session_transcript_bytes_hex: transcript }: CredentialRow): boolean {
  const [request] = asArray(asMap(readCbor(fromHex(hex)), 'the request').get('docRequests'), 'the requests')
  const members = asMap(request, 'the request')
  const message = readCose(members.get('readerAuth'), "the reader's signature")
  const items = asEmbedded(members.get('itemsRequest'), 'the items')
  const session = asEmbedded(readCbor(fromHex(transcript)), 'the transcript')
  const signed = embedded(writeCbor(['ReaderAuthentication', asWritten(session.content), asWritten(items.whole)]))
  const [certificate = new Uint8Array(0)] = certificatesInMessage(message)
  const key = keyOfCertificate(readCertificate(certificate).publicKey)
  return signatureOfMessageHolds(message, key, writeCbor(signed)) === true
}

/** Opens a stored presentation as the row says. */
function storedRow({ sd_jwt: text = '', expected, values }: CredentialRow): boolean {
  const [token = '', ...disclosures] = text.split('~')
  const binding = disclosures.pop()
  const { header, payload } = readJws(token)
  if (binding) readJws(binding)
  return (
    areSigned(payload, disclosures) === (expected.all_disclosures_referenced ?? true) &&
    isDeepStrictEqual([header, payload], [values?.header, values?.payload]) &&
    disclosures.length === values?.disclosures?.length &&
    Boolean(binding) === expected.key_binding_jwt
  )
}

function areSigned(payload: Json, disclosures: readonly string[]): boolean {
  try {
    disclose(payload, disclosures)
    return true
  } catch (error) {
    if (error instanceof DisclosureFault) return false
    throw error
  }
}

function openedRow({ payload = {}, disclosures = [], expected }: CredentialRow): boolean {
  try {
    return isDeepStrictEqual(disclose(payload, disclosures), expected.claims)
  } catch (error) {
    if (error instanceof DisclosureFault) return false
    throw error
  }
}

/** Issues what the row describes with its key, presents what the row says, and opens it with the product. */
async function issuedRow(row: CredentialRow, folder: string): Promise<boolean> {
  const settings = JSON.parse(await readFile(join(folder, 'sd_jwt_settings.json'), 'utf8')) as {
    settings: { key_settings: { issuer_keys: [JsonWebKey] } }
  }
  const [jwk] = settings.settings.key_settings.issuer_keys
  const document = parseDocument(row.yaml ?? '', { logLevel: 'silent' })
  const marked = row.yaml
    ? fromYaml(document.get('user_claims', true) as Node)
    : fromFrame(row.claims ?? {}, row.disclosure_frame)
  const rest = row.yaml ? (document.toJS() as Record<string, Json>) : {}
  const shown = row.yaml ? rest.holder_disclosed_claims : row.presentation_frame
  const disclosures: string[] = []
  const payload = issue(marked, shown, disclosures) as Json
  const head = [{ alg: 'ES256' }, payload]
    .map((each) => Buffer.from(JSON.stringify(each)).toString('base64url'))
    .join('.')
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(head), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  const token = readJws(`${head}.${signature}`)
  const { d: _, ...open } = jwk
  const wanted = row.expected.presented_claims ?? rest.expect_verified_user_claims ?? presented(marked, shown)
  return jwsHolds(token, keyOfJwk(open)) === true && isDeepStrictEqual(disclose(token.payload, disclosures), wanted)
}

/** A row of the suite `credentials`, with the members that the kinds of rows need. */
interface CredentialRow {
  id: string
  group: string
  kind?: string
  hex?: string
  file?: string
  jwt?: string
  sd_jwt?: string
  yaml?: string
  bits?: number
  lst?: string
  key?: unknown
  plaintext?: string
  plaintext_hex?: string | null
  keys?: Record<string, string>
  external_aad_hex?: string | null
  session_transcript_hex?: string
  session_transcript_bytes_hex?: string
  verification_date?: string
  certificates?: Record<string, string>
  session?: Partial<Record<'clientId' | 'responseUri' | 'origin' | 'nonce' | 'jwkThumbprint_hex', string>>
  payload?: Json
  disclosures?: string[]
  claims?: Json
  disclosure_frame?: Json
  presentation_frame?: Json
  expected: {
    verify?: boolean
    decode?: boolean
    decrypt?: boolean
    result?: string
    reason?: string
    status?: number
    size?: number
    claims?: Json
    presented_claims?: Json
    parse?: boolean
    key_binding_jwt?: boolean
    all_disclosures_referenced?: boolean
  }
  values?: {
    docType?: string
    decoded?: unknown
    diagnostic?: string
    header?: Json
    payload?: Json
    disclosures?: unknown[]
    non_zero?: Record<string, number>
  }
}
