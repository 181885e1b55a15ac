import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Node, parseDocument } from 'yaml'
import { DisclosureFault, disclose } from '../jose/disclosures.ts'
import { type Json, jwsHolds, readJws } from '../jose/jws.ts'
import { keyOfJwk } from '../jose/signature.ts'
import type { CredentialRow } from './credential-row.ts'
import { fromFrame, fromYaml, issue, presented } from './marked-claims.ts'

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
