import type { Factor } from '../domain/decision/factors/factor.ts'
import type { LiveRule } from '../domain/decision/live-rules/live-rule.ts'
import { ageVerification } from './age/rules/age-verification.ts'
import { minimumAge } from './age/rules/minimum-age.ts'
import { challengePassed } from './challenge/rules/challenge-passed.ts'
import { chipAuthenticity } from './chip/rules/chip-authenticity.ts'
import { chipCrossCheck } from './chip/rules/chip-cross-check.ts'
import { chipUnaltered } from './chip/rules/chip-unaltered.ts'
import { duplicateCheck } from './duplicates/rules/duplicate-check.ts'
import { returningPerson } from './returning/rules/returning-person.ts'
import { watchlist } from './screening/rules/watchlist.ts'
import { credentialAuthenticity } from './wallet/rules/credential-authenticity.ts'
import { credentialCrossCheck } from './wallet/rules/credential-cross-check.ts'
import { credentialGenuine } from './wallet/rules/credential-genuine.ts'

/** The Trust Factors that capabilities add, in the order in which results name them. */
export const capabilityFactors = [
  ageVerification,
  duplicateCheck,
  chipAuthenticity,
  chipCrossCheck,
  credentialAuthenticity,
  credentialCrossCheck,
  returningPerson,
  watchlist,
  minimumAge,
] as const satisfies Factor[]

/** What binds in live mode because of a capability, whatever the policy says. */
export const capabilityLiveRules: readonly LiveRule[] = [challengePassed, chipUnaltered, credentialGenuine]
