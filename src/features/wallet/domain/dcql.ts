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
 * The query of the flow `age`: an attestation that its holder is at least so many years old, or the date of birth alone
 * of a credential that stands for an identity. The portrait is compared with the selfie.
 */
export function ageQuery(
  years: number,
  withPortrait: boolean,
  kinds: readonly AcceptedCredential[] = ACCEPTED_CREDENTIALS,
) {
  const attestations = kinds.flatMap((each) => {
    const path = each.standsFor === 'age' ? each.ageOver?.[years] : undefined
    return path ? [{ ...asked(each), claims: [{ id: `age_over_${years}`, path, ...retained(each) }] }] : []
  })
  const dated = kinds
    .filter(({ standsFor, claims }) => standsFor === 'identity' && claims.birth_date)
    .map((each) => {
      const names = (['birth_date', 'issuing_country'] as const).filter((name) => each.claims[name])
      const pictured = withPortrait && each.portrait ? [{ id: PORTRAIT, path: each.portrait, ...retained(each) }] : []
      const claims = names.map((name) => ({ id: name, path: each.claims[name], ...retained(each) }))
      return {
        ...asked(each),
        claims: [...claims, ...pictured],
        claim_sets: pictured.length ? [[...names, PORTRAIT], names] : [names],
      }
    })
  const credentials = [...attestations, ...dated]
  // The options are in the order of preference (OpenID4VP 1.0, 6.2).
  return { credentials, credential_sets: [{ options: credentials.map(({ id }) => [id]) }] }
}

const asked = ({ id, format, type }: AcceptedCredential) => ({
  id,
  format,
  meta: format === 'mso_mdoc' ? { doctype_value: type } : { vct_values: [type] },
})

/** Whether the verifier intends to keep an element (OpenID4VP 1.0, B.2.4): of an age, only the answer is kept. */
const retained = ({ format }: AcceptedCredential) => (format === 'mso_mdoc' ? { intent_to_retain: false } : {})

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
