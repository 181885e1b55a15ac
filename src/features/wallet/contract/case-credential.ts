import { type Static, Type } from 'typebox'
import { words } from '../../../kernel/contract/schema.ts'
import { CertificateView } from '../../../kernel/review/contract/case-fields.ts'
import { CodedText } from '../../../kernel/tenants/contract/console-settings.ts'
import type { CredentialClaims } from '../domain/accepted-credentials.ts'
import { CREDENTIAL_STATUSES, CREDENTIAL_VERDICTS, HOLDER_BINDINGS } from '../domain/credential-verdict.ts'

declare module '../../../kernel/feature-types.ts' {
  interface CaseFields {
    /** If a wallet presented one. */
    credential?: CaseCredential | undefined
  }
}

/** What a wallet presented, and how far it can be trusted. */
export const CaseCredential = Type.Object({
  verdict: words(CREDENTIAL_VERDICTS),
  holderBinding: words(HOLDER_BINDINGS),
  status: words(CREDENTIAL_STATUSES),
  reasons: Type.Array(CodedText),
  credentialType: Type.String(),
  claims: Type.Unsafe<CredentialClaims>(Type.Record(Type.String(), Type.String())),
  issuer: Type.Optional(CertificateView),
  authority: Type.Optional(Type.Object({ ...CertificateView.properties, origin: Type.String() })),
  receivedUtc: Type.String(),
})
export type CaseCredential = Static<typeof CaseCredential>
