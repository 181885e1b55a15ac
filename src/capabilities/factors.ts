import type { Factor } from '../domain/decision/factors/factor.ts'
import { ageVerification } from './age/rules/age-verification.ts'
import { minimumAge } from './age/rules/minimum-age.ts'
import { chipAuthenticity } from './chip/rules/chip-authenticity.ts'
import { chipCrossCheck } from './chip/rules/chip-cross-check.ts'
import { duplicateCheck } from './duplicates/rules/duplicate-check.ts'
import { returningPerson } from './returning/rules/returning-person.ts'
import { watchlist } from './screening/rules/watchlist.ts'
import { sealAuthenticity } from './seal/rules/seal-authenticity.ts'
import { sealCrossCheck } from './seal/rules/seal-cross-check.ts'
import { credentialAuthenticity, credentialCrossCheck } from './wallet/rules/credential-authenticity.ts'

/** The Trust Factors that capabilities add, in the order in which results name them. */
export const capabilityFactors = [
  ageVerification,
  duplicateCheck,
  chipAuthenticity,
  chipCrossCheck,
  sealAuthenticity,
  sealCrossCheck,
  credentialAuthenticity,
  credentialCrossCheck,
  returningPerson,
  watchlist,
  minimumAge,
] as const satisfies Factor[]
