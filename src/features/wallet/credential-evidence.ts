import type { Claims } from '../../kernel/evidence/claims.ts'
import type { EvidenceKind } from '../../kernel/evidence/evidence-kind.ts'
import { type BundledFile, readReceived } from '../../kernel/results/bundled-file.ts'
import { CREDENTIAL_FILES, CREDENTIAL_IMAGES } from './contract/credential-images.ts'
import type { CredentialClaims } from './domain/accepted-credentials.ts'
import { credentialNumberOf, isGenuine, kindOfCredential } from './domain/credential-reading.ts'
import { CREDENTIAL_VERDICTS } from './domain/credential-verdict.ts'

export const credentialEvidence: EvidenceKind = {
  name: 'credential',
  stored: {
    part: 'CREDENTIAL',
    images: CREDENTIAL_IMAGES,
    about: 'Names of the images of a wallet’s credential; present if one was received.',
    received: CREDENTIAL_FILES,
  },
  verdicts: CREDENTIAL_VERDICTS,
  statement: ({ credential }) =>
    credential && { claims: claimsOf(credential.claims), isGenuine: isGenuine(credential) },
  /** An altered credential gives neither issuer nor type. */
  documentKind: ({ credential }) =>
    credential && credential.verdict !== 'ALTERED' ? kindOfCredential(credential) : undefined,
  documentNumber: ({ credential }) => credential && credentialNumberOf(credential),
}

const claimsOf = ({ birth_date, nationality, expiry_date, ...claims }: CredentialClaims): Claims => ({
  family_name: claims.family_name,
  given_name: claims.given_name,
  birthdate: birth_date,
  nationalities: nationality?.split(', '),
  document_number: claims.document_number,
  issuing_country: claims.issuing_country,
  date_of_expiry: expiry_date,
})

/** What a wallet presented, as it was received, with the request that it answers. */
export const presentation: BundledFile = {
  name: 'credential.json',
  read: (ports, session) => readReceived(ports, session, 'CREDENTIAL', CREDENTIAL_FILES),
}
