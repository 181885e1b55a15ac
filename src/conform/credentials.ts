import type { JsonWebKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { browserTranscript, redirectTranscript } from '../capabilities/wallet/verify/iso-mdoc.ts'
import { openBits, openStatusList, valueIn } from '../capabilities/wallet/verify/status-list.ts'
import { verifyMdoc } from '../capabilities/wallet/verify/verify-mdoc.ts'
import { asBytes, asMap, asWritten, type Cbor, MalformedCbor, readCbor, writeCbor } from '../cbor/cbor.ts'
import { collectTrust } from '../certificates/collect-trust.ts'
import { Unusable } from '../jose/signature.ts'
import { cborIsRead, coseHolds, fromHex, readerAuthHolds } from './cose-rows.ts'
import type { CredentialRow } from './credential-row.ts'
import { issuedRow, openedRow, storedRow } from './sd-jwt-rows.ts'
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
  return reportOf(groups)
}

async function judge(row: CredentialRow, folder: string): Promise<Outcome> {
  if (row.group === 'mdoc') return mdocHolds(row, folder)
  if (row.group === 'cbor') return cborIsRead(row)
  if (row.group === 'cose' || row.kind === 'cwt') return coseHolds(row)
  if (row.group === 'status-list') return row.kind === 'jwt' ? tokenOpens(row) : listIsRead(row)
  if (row.kind === 'DeviceRequest') return readerAuthHolds(row)
  if (row.kind === 'SessionData') return asMap(readCbor(fromHex(row.hex)), 'data').get('status') === row.expected.status
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
  const handover = { nonce, thumbprint: thumbprint ? fromHex(thumbprint) : null }
  const built = origin
    ? browserTranscript({ origin, ...handover })
    : redirectTranscript({ clientId, responseUri, ...handover })
  const transcript = row.session_transcript_hex ? fromHex(row.session_transcript_hex) : built
  const expected = { nonce, audience: clientId, transcript, requestedAt: now }
  const { verdict, validity, holderBinding } = verifyMdoc(bytes, { now, trust, expected })
  return verdict === 'TRUSTED' && validity === 'VALID' && holderBinding === 'HOLDS'
}

function tokenOpens({ jwt = '', key }: CredentialRow): boolean {
  const known = { issuer: '', keys: [{ kid: String((key as JsonWebKey & { kid: string }).kid), jwk: key as object }] }
  const { sub } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  return openStatusList(Buffer.from(jwt), sub, Date.now(), collectTrust([]).store, known).bytes.length > 0
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
