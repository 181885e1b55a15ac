import {
  ACCEPTED_CREDENTIALS,
  type AcceptedCredential,
  type CredentialClaim,
  issuedKind,
} from './accepted-credentials.ts'

/** The required claims. A credential without them cannot be used. */
export const NEEDED_CLAIMS = ['family_name', 'given_name', 'birth_date'] as const satisfies CredentialClaim[]
const ALWAYS: readonly CredentialClaim[] = [...NEEDED_CLAIMS, 'issuing_country']
/** Requested if the wallet has them. */
const WELCOME: readonly CredentialClaim[] = ['nationality', 'document_number', 'expiry_date']
const PORTRAIT = 'portrait'

/**
 * The query to a wallet (Digital Credentials Query Language, OpenID4VP 1.0, 6): one of the credentials that stand for an identity, with
 * as many of the wanted claims as it has, and the portrait only if the flow compares a face with it.
 */
export function walletQuery(withPortrait: boolean, kinds: readonly AcceptedCredential[] = ACCEPTED_CREDENTIALS) {
  const asked = kinds.filter(({ standsFor }) => standsFor === 'identity')
  return {
    credentials: asked.map((each) => ({
      id: each.id,
      format: each.format,
      meta: each.format === 'mso_mdoc' ? { doctype_value: each.type } : { vct_values: [each.type] },
      ...claimsOf(each, withPortrait),
    })),
    credential_sets: [{ options: asked.map(({ id }) => [id]) }],
  }
}

/**
 * The query for the tenant's own credential. Its index in the status list identifies the person it was issued to, so
 * only its portrait is requested, if it has one.
 */
export function issuedQuery(type: string) {
  const { id, format, portrait } = issuedKind(type)
  return {
    credentials: [
      {
        id,
        format,
        meta: { vct_values: [type] },
        claims: [{ id: PORTRAIT, path: portrait }],
        claim_sets: [[PORTRAIT]],
      },
      { id: `${id}_bare`, format, meta: { vct_values: [type] } },
    ],
    credential_sets: [{ options: [[id], [`${id}_bare`]] }],
  }
}

function claimsOf({ format, claims, portrait }: AcceptedCredential, withPortrait: boolean) {
  const pictured = withPortrait && portrait ? [PORTRAIT] : []
  const named = (names: readonly CredentialClaim[]) => names.filter((name) => claims[name])
  const retained = format === 'mso_mdoc' ? { intent_to_retain: true } : {}
  return {
    claims: [
      ...named([...ALWAYS, ...WELCOME]).map((name) => ({ id: name, path: claims[name], ...retained })),
      ...pictured.map((id) => ({ id, path: portrait, ...retained })),
    ],
    // The most complete first; a wallet answers with the first that it can.
    claim_sets: [
      [...named(ALWAYS), ...named(WELCOME), ...pictured],
      ...(pictured.length ? [[...named(ALWAYS), ...pictured]] : []),
      [...named(ALWAYS), ...named(WELCOME)],
      named(ALWAYS),
    ].filter((set, at, sets) => sets.findIndex((other) => other.join() === set.join()) === at),
  }
}
