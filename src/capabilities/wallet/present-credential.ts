import { ref } from '../../contract/schema.ts'
import { kindOfCredential } from '../../domain/proofs/credential-reading.ts'
import { imagesOf, type Session } from '../../domain/session.ts'
import { CREDENTIAL_IMAGES } from '../../domain/vocabulary.ts'
import type { ResultRoute } from '../capability.ts'
import { CredentialResult } from './contract/credential-result.ts'

/** Undefined where no wallet presented anything. */
function credentialResult(session: Session): CredentialResult | undefined {
  const { credential } = session
  if (!credential) return undefined
  const { type: credentialType, country: _, portrait: _template, ...rest } = credential
  const images = imagesOf(session)
  return {
    ...rest,
    credentialType,
    ...kindOfCredential(credential),
    availableImages: CREDENTIAL_IMAGES.filter((name) => images[name]),
  }
}

export const credentialResults: readonly ResultRoute[] = [
  {
    path: 'credential/result',
    part: 'credential',
    schema: ref(CredentialResult),
    words: {
      operationId: 'readCredentialResult',
      summary: 'Credential result',
      description: 'What a wallet presented and what was found out about it; 404 where nothing was.',
    },
    present: credentialResult,
  },
]
