import type { IssuedCredential } from '../issuance/issued-credentials.ts'
import type { CredentialResult } from './contract/credential-result.ts'
import { kindOfCredential } from './domain/credential-reading.ts'
import { credentialImages, type Session } from '../../domain/session.ts'
import { CREDENTIAL_IMAGES } from '../../domain/vocabulary.ts'

/** Undefined where no wallet presented anything. */
export function credentialResult(session: Session): CredentialResult | undefined {
  const { credential } = session
  if (!credential) return undefined
  const { type: credentialType, country: _, portrait: _template, ...rest } = credential
  const images = credentialImages(session)
  return {
    ...rest,
    credentialType,
    ...kindOfCredential(credential),
    availableImages: CREDENTIAL_IMAGES.filter((name) => images[name]),
  }
}

/** What a session was given, as integrators and reviewers see it: its place in a status list stays ours. */
export const issuedCredentials = (issued: readonly IssuedCredential[]) =>
  issued.map(({ issuedAt, expiresAt, revokedAt }) => ({
    issuedAtUtc: issuedAt.toISOString(),
    expiresAtUtc: expiresAt.toISOString(),
    ...(revokedAt && { revokedAtUtc: revokedAt.toISOString() }),
  }))
