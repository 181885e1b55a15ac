import { createHash, createPrivateKey, type JsonWebKey, randomBytes, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, type Node, parse, parseDocument, type Scalar } from 'yaml'
import { DisclosureFault, disclose } from '../../src/jose/disclosures.ts'
import { isObject, type Json, jwsHolds, readJws } from '../../src/jose/jws.ts'
import { keyOfJwk } from '../../src/jose/signature.ts'

/** A row of the suite `credentials`, as far as the kinds need it. */
export interface CredentialRow {
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
    key_binding_jwt?: boolean
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

/** A stored presentation is taken apart as the row says. */
export function storedRow({ sd_jwt: text = '', expected, values }: CredentialRow): boolean {
  const [token = '', ...disclosures] = text.split('~')
  const binding = disclosures.pop()
  const { header, payload } = readJws(token)
  disclose(payload, disclosures)
  if (binding) readJws(binding)
  return (
    isDeepStrictEqual([header, payload], [values?.header, values?.payload]) &&
    disclosures.length === values?.disclosures?.length &&
    Boolean(binding) === expected.key_binding_jwt
  )
}

export function openedRow({ payload = {}, disclosures = [], expected }: CredentialRow): boolean {
  try {
    return isDeepStrictEqual(disclose(payload, disclosures), expected.claims)
  } catch (error) {
    if (error instanceof DisclosureFault) return false
    throw error
  }
}

/** Issues what the row describes with its key, presents what it says, and opens it with the product. */
export async function issuedRow(row: CredentialRow, folder: string): Promise<boolean> {
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

/** A value with what of it can be disclosed apart. */
type Marked = { members: { name: string | undefined; isHidden: boolean; value: Marked }[] } | { plain: unknown }

function fromFrame(value: unknown, frame: unknown): Marked {
  if (!isObject(value) && !Array.isArray(value)) return { plain: value }
  const hidden = isObject(frame) && Array.isArray(frame._sd) ? frame._sd.map(String) : []
  const members = Object.entries(value).map(([name, each]) => ({
    name: Array.isArray(value) ? undefined : name,
    isHidden: hidden.includes(name),
    value: fromFrame(each, isObject(frame) ? frame[name] : undefined),
  }))
  return members.length > 0 ? { members } : { plain: value }
}

function fromYaml(node: Node | null): Marked {
  if (isMap<Scalar, Node>(node) && node.items.length > 0)
    return {
      members: node.items.map(({ key, value }) => ({
        name: String(key.value),
        isHidden: key.tag === '!sd',
        value: fromYaml(value),
      })),
    }
  if (isSeq<Node>(node) && node.items.length > 0)
    return {
      members: node.items.map((item) => ({ name: undefined, isHidden: item.tag === '!sd', value: fromYaml(item) })),
    }
  // The value of a word with a mark of its own is its text, which is read again without it.
  if (isScalar(node))
    return { plain: node.tag === '!sd' && node.type === 'PLAIN' ? parse(node.source ?? '') : node.value }
  return { plain: isSeq(node) ? [] : isMap(node) ? {} : null }
}

const below = (shown: unknown, at: string | number): unknown =>
  Array.isArray(shown) ? shown[Number(at)] : isObject(shown) ? shown[at] : undefined

function issue(marked: Marked, shown: unknown, disclosures: string[]): unknown {
  if ('plain' in marked) return marked.plain
  const isList = marked.members[0]?.name === undefined
  const [digests, open]: [string[], [string, unknown][]] = [[], []]
  const list = marked.members.map(({ name, isHidden, value }, index) => {
    const chosen = below(shown, name ?? index)
    const issued = issue(value, chosen, isHidden && !chosen ? [] : disclosures)
    if (!isHidden) {
      open.push([name ?? '', issued])
      return issued
    }
    const text = JSON.stringify([randomBytes(16).toString('base64url'), ...(name === undefined ? [] : [name]), issued])
    const disclosure = Buffer.from(text).toString('base64url')
    const digest = createHash('sha256').update(disclosure).digest('base64url')
    digests.push(digest)
    if (chosen) disclosures.push(disclosure)
    return { '...': digest }
  })
  return isList ? list : { ...Object.fromEntries(open), ...(digests.length > 0 && { _sd: digests }) }
}

/** What the row says that a verifier sees, where it does not write it out. */
function presented(marked: Marked, shown: unknown): unknown {
  if ('plain' in marked) return marked.plain
  const seen = marked.members.flatMap(({ name, isHidden, value }, index) => {
    const chosen = below(shown, name ?? index)
    return isHidden && !chosen ? [] : [[name ?? '', presented(value, chosen)] as const]
  })
  return marked.members[0]?.name === undefined ? seen.map(([, value]) => value) : Object.fromEntries(seen)
}
