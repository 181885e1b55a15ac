import {
  type Counterpart,
  comparison,
  contradictsInField,
  crossCheck,
} from '../../../kernel/decision/factors/cross-check.ts'
import { type Factor, type FactorsByName, scored, type Used } from '../../../kernel/decision/factors/factor.ts'
import { cautious } from '../../../kernel/decision/rule.ts'
import type { CredentialClaims } from '../domain/accepted-credentials.ts'
import type { CredentialReading } from '../domain/credential-reading.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureFactors extends FactorsByName<typeof credentialFactors> {}
}

/** The score of a credential that is not what its issuer gave to this person. */
const NOT_GENUINE_SCORE = 0

/** Did a trusted issuer give this credential to its presenter, and is it still valid? Asked only if there is one. */
const credentialAuthenticity = {
  name: 'credentialAuthenticity',
  place: 230,
  question: 'Did a trusted issuer give the credential to the person who presented it, and is it still valid?',
  agreement: 'the credential is genuine',
  // Fixed values, not measured: 100, 70, 60 and 0 are what signatures can prove, and the limits lie between them.
  defaultRule: { ...cautious, high: 90, medium: 50, weight: 3 },
  find({ credential }) {
    if (!credential) return undefined
    const { verdict, holderBinding, validity, status, country, type, reasons } = credential
    const used: Used = { verdict, holderBinding, validity, status, type, issuer: country ?? null }
    const fault = faultOf(credential)
    if (fault) return scored(NOT_GENUINE_SCORE, fault, used)
    const why = reasons[0]?.text ?? 'no reason is on record'
    if (verdict !== 'TRUSTED')
      return scored(60, `The credential is signed, but its issuer is not trusted: ${why}.`, used)
    if (status === 'UNKNOWN')
      return scored(70, 'A trusted issuer signed the credential, but whether it was revoked is not known.', used)
    return scored(100, 'A trusted issuer signed the credential, and the device that holds it answered.', used)
  },
} as const satisfies Factor

function faultOf({ verdict, holderBinding, validity, status, reasons }: CredentialReading): string | undefined {
  if (verdict === 'ALTERED') return `The credential was altered: ${reasons[0]?.text ?? 'no reason is on record'}.`
  if (holderBinding !== 'HOLDS') return 'The credential was not presented by the device that it was issued to.'
  if (validity !== 'VALID') return 'The credential was not valid when it was presented.'
  if (status === 'REVOKED' || status === 'SUSPENDED') return 'The issuer has revoked or suspended the credential.'
  return undefined
}

/** Does the document agree with the credential? Asked only if there are both. */
const credentialCrossCheck = {
  name: 'credentialCrossCheck',
  place: 240,
  question: 'Does the document agree with the credential?',
  agreement: 'document and credential',
  defaultRule: { ...comparison, weight: 2 },
  comparesFields: true,
  against: contradictsInField,
  find({ credential, document }) {
    if (!credential || !document?.pages.length) return undefined
    return crossCheck(document, 'credential', counterpartsOf(credential.claims))
  },
} as const satisfies Factor

/**
 * The compared fields. The number is not one of them: a PID has its own, and the number of a licence is not that of a
 * passport.
 */
function counterpartsOf({ family_name, given_name, birth_date }: CredentialClaims): Counterpart[] {
  return [
    { field: 'surname', and: 'second_surname', kind: 'name', values: [family_name] },
    { field: 'given_name', and: 'middle_name', kind: 'name', values: [given_name] },
    { field: 'date_of_birth', kind: 'date', values: [birth_date] },
  ]
}

export const credentialFactors = [credentialAuthenticity, credentialCrossCheck] as const satisfies Factor[]
