import type { CaseCredential } from './contract/case-credential.ts'
import type { CredentialReading } from './domain/credential-reading.ts'

export const credentialView = ({ type, receivedAt, ...credential }: CredentialReading): CaseCredential => ({
  ...credential,
  credentialType: type,
  receivedUtc: receivedAt,
})
