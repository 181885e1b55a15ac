import type { Factor } from '../kernel/decision/factors/factor.ts'
import { ageVerification, minimumAge } from './age/rules/age.ts'
import { chipAuthenticity, chipCrossCheck } from './chip/rules/chip-factors.ts'
import { duplicateCheck } from './duplicates/rules/duplicate-check.ts'
import { returningPerson } from './returning/rules/returning-person.ts'
import { watchlist } from './screening/rules/watchlist.ts'
import { sealAuthenticity, sealCrossCheck } from './seal/rules/seal-factors.ts'
import { credentialAuthenticity, credentialCrossCheck } from './wallet/rules/credential-factors.ts'

/** The Trust Factors that features add, in the order in which results list them. */
export const featureFactors = [
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
