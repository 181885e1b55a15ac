import type { TSchema } from 'typebox'
import { ChipCertificate } from '../kernel/results/contract/results.ts'
import { ChallengeFrames, ChallengeRequest, ChallengeResponse } from './challenge/contract/challenge.ts'
import { ChipResult } from './chip/chip-result.ts'
import { ChipAppResponse, ChipChallengeResponse, ChipRequest, ChipResponse } from './chip/contract/chip.ts'
import { CredentialOfferResponse, IssuedCredentialsResponse } from './issuance/contract/issued.ts'
import { SealResult } from './seal/seal-result.ts'
import {
  CredentialRequest,
  CredentialResponse,
  WalletRequestRequest,
  WalletRequestResponse,
} from './wallet/contract/credential.ts'
import { CredentialResult } from './wallet/credential-result.ts'

/** The schemas that features add to the OpenAPI document, each with its own name. */
export const featureComponents: readonly TSchema[] = [
  ChallengeRequest,
  ChallengeResponse,
  ChallengeFrames,
  ChipAppResponse,
  ChipChallengeResponse,
  ChipRequest,
  ChipResponse,
  ChipCertificate,
  ChipResult,
  SealResult,
  WalletRequestRequest,
  WalletRequestResponse,
  CredentialRequest,
  CredentialResponse,
  CredentialOfferResponse,
  IssuedCredentialsResponse,
  CredentialResult,
]
