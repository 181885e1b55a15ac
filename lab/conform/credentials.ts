import type { JsonWebKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { browserTranscript, redirectTranscript } from '../../src/capabilities/wallet/verify/session-transcript.ts'
import { openBits, openStatusList, valueIn } from '../../src/capabilities/wallet/verify/status-list.ts'
import { verifyMdoc } from '../../src/capabilities/wallet/verify/verify-mdoc.ts'
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
  Tagged,
  writeCbor,
} from '../../src/cbor/cbor.ts'
import { certificatesInMessage, macHolds, readCose, signatureOfMessageHolds } from '../../src/cbor/cose.ts'
import { readCertificate } from '../../src/certificates/certificate.ts'
import { collectTrust } from '../../src/certificates/collect-trust.ts'
import { keyOfCertificate, keyOfJwk, Unusable } from '../../src/jose/signature.ts'
import { type CredentialRow, issuedRow, openedRow, storedRow } from './sd-jwt-rows.ts'
import { type Outcome, reportOf, type SuiteReport, Tally } from './suite.ts'

/** Judges every row by the product's own readers; the row's `expected` is what has to come out. */
export async function run(folder: string): Promise<SuiteReport> {
  const { rows } = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as { rows: CredentialRow[] }
  const groups: Record<string, Tally> = {}
  for (const row of rows) {
    groups[row.group] ??= new Tally()
    const { verify, decode, decrypt, result } = row.expected
    const isRefused = [verify, decode, decrypt].includes(false) || result === 'reject'
    const outcome = await judge(row, folder).catch((error: unknown) => {
      if (error instanceof MalformedCbor || error instanceof Unusable) return false
      throw error
    })
    groups[row.group]?.add(row.id, isRefused ? 'invalid' : 'valid', outcome, row.expected.reason ?? row.kind ?? 'CBOR')
  }
  const { figures, ...report } = reportOf(groups)
  const { n, agree, unsupported } = figures
  return { ...report, figures: { n, agree, unsupported, misses: report.misses.map(({ id }) => id) } }
}

const bytesOf = (hex = ''): Uint8Array => Buffer.from(hex, 'hex')
const untagged = (value: Cbor): Cbor => (value instanceof Tagged ? value.value : value)

async function judge(row: CredentialRow, folder: string): Promise<Outcome> {
  if (row.group === 'mdoc') return mdocHolds(row, folder)
  if (row.group === 'cbor') return cborIsRead(row)
  if (row.group === 'cose' || row.kind === 'cwt') return coseHolds(row)
  if (row.group === 'status-list') return row.kind === 'jwt' ? tokenOpens(row) : listIsRead(row)
  if (row.kind === 'DeviceRequest') return readerAuthHolds(row)
  if (row.kind === 'SessionData') return asMap(readCbor(bytesOf(row.hex)), 'data').get('status') === row.expected.status
  if (row.kind === 'compact') return storedRow(row)
  if (row.kind === 'payload-check') return openedRow(row)
  if (row.group === 'sd-jwt') return issuedRow(row, folder)
  return { unsupported: 'sessions between devices that are near (ISO/IEC 18013-5, 9.1.1)' }
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
  const handover = { nonce, thumbprint: thumbprint ? bytesOf(thumbprint) : null }
  const built = origin
    ? browserTranscript({ origin, ...handover })
    : redirectTranscript({ clientId, responseUri, ...handover })
  const transcript = row.session_transcript_hex ? bytesOf(row.session_transcript_hex) : built
  const expected = { nonce, audience: clientId, transcript, requestedAt: now }
  const { verdict, validity, holderBinding } = verifyMdoc(bytes, { now, trust, expected })
  return verdict === 'TRUSTED' && validity === 'VALID' && holderBinding === 'HOLDS'
}

function cborIsRead({ hex = '', values }: CredentialRow): Outcome {
  const first = Number.parseInt(hex.slice(0, 2), 16)
  if (first >= 0xe0 && first <= 0xf3) return { unsupported: 'simple values of CBOR, which no mdoc has' }
  if (first === 0xf8) return { unsupported: 'simple values of CBOR, which no mdoc has' }
  const plain = (value: Cbor): unknown => {
    if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [key, plain(each)]))
    if (Array.isArray(value)) return value.map(plain)
    if (value instanceof Uint8Array) return `h'${Buffer.from(value).toString('hex')}'`
    if (value instanceof Tagged) {
      const inner = plain(value.value)
      return `${value.tag}(${typeof inner === 'string' && !inner.startsWith("h'") ? JSON.stringify(inner) : inner})`
    }
    return typeof value === 'bigint' ? Number(value) : value
  }
  const read = plain(readCbor(bytesOf(hex)))
  return values?.diagnostic === undefined
    ? isDeepStrictEqual(read, values?.decoded)
    : String(read) === values.diagnostic
}

/** Some rows write the parts of a key in hex. */
const jwkOf = (key: unknown): JsonWebKey =>
  Object.fromEntries(
    Object.entries(key as Record<string, string>).map(([name, value]) =>
      name.endsWith('_hex') ? [name.slice(0, -4), Buffer.from(value, 'hex').toString('base64url')] : [name, value],
    ),
  )

function coseHolds({ hex, key, external_aad_hex: external, plaintext, kind }: CredentialRow): Outcome {
  if (external) return { unsupported: 'COSE with data from outside the message, which no mdoc has' }
  const message = readCose(untagged(readCbor(bytesOf(hex))), 'the message')
  const content = message.payload ?? Buffer.from(plaintext ?? '')
  const { d: _, k, ...open } = jwkOf(key)
  const holds =
    kind === 'COSE_Mac0'
      ? macHolds(message, Buffer.from(String(k), 'base64url'), content)
      : signatureOfMessageHolds(message, keyOfJwk(open), content)
  const name = message.protectedHeader.get(1)
  if (holds === undefined && typeof name === 'number') return { unsupported: `the algorithm ${name} of COSE` }
  return holds === true
}

function tokenOpens({ jwt = '', key }: CredentialRow): boolean {
  const known = { issuer: '', keys: [{ kid: String((key as JsonWebKey & { kid: string }).kid), jwk: key as object }] }
  const { sub } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  return openStatusList(Buffer.from(jwt), sub, Date.now(), collectTrust([]).store, known).bytes.length > 0
}

function listIsRead({ hex, bits, lst = '', expected, values }: CredentialRow): boolean {
  const map = hex ? asMap(readCbor(bytesOf(hex)), 'the list') : undefined
  const packed = map ? asBytes(map.get('lst'), 'the list') : Buffer.from(lst, 'base64url')
  const list = openBits({ bits: Number(map ? map.get('bits') : bits), list: packed })
  const size = expected.size ?? 0
  const wanted = values?.non_zero ?? {}
  return (
    valueIn(list, size) === undefined &&
    Array.from({ length: size }, (_, index) => valueIn(list, index) === (wanted[index] ?? 0)).every(Boolean)
  )
}

function readerAuthHolds({ hex, session_transcript_bytes_hex: transcript }: CredentialRow): boolean {
  const [request] = asArray(asMap(readCbor(bytesOf(hex)), 'the request').get('docRequests'), 'the requests')
  const members = asMap(request, 'the request')
  const message = readCose(members.get('readerAuth'), "the reader's signature")
  const items = asEmbedded(members.get('itemsRequest'), 'the items')
  const session = asEmbedded(readCbor(bytesOf(transcript)), 'the transcript')
  const signed = embedded(writeCbor(['ReaderAuthentication', asWritten(session.content), asWritten(items.whole)]))
  const [certificate = new Uint8Array(0)] = certificatesInMessage(message)
  const key = keyOfCertificate(readCertificate(certificate).publicKey)
  return signatureOfMessageHolds(message, key, writeCbor(signed)) === true
}
