import { type Counterpart, comparison, crossCheck } from '../../../domain/decision/factors/cross-check.ts'
import type { Factor } from '../../../domain/decision/factors/factor.ts'
import type { CredentialClaims } from '../../../domain/proofs/credential-claims.ts'

/** Does the document say what the credential says? Asked only where both came. */
export const credentialCrossCheck = {
  name: 'credentialCrossCheck',
  question: 'Does the document say what the credential says?',
  agreement: 'document and credential',
  defaultRule: { ...comparison, weight: 2 },
  comparesFields: true,
  find({ credential, document }) {
    if (!credential || !document?.pages.length) return undefined
    return crossCheck(document, 'credential', counterpartsOf(credential.claims))
  },
} as const satisfies Factor

/** The number is not among them: a PID has its own, and a licence's is not a passport's. */
function counterpartsOf({ family_name, given_name, birth_date }: CredentialClaims): Counterpart[] {
  return [
    { field: 'surname', and: 'second_surname', kind: 'name', values: [family_name] },
    { field: 'given_name', and: 'middle_name', kind: 'name', values: [given_name] },
    { field: 'date_of_birth', kind: 'date', values: [birth_date] },
  ]
}
