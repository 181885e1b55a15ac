import type { LiveRule } from '../kernel/decision/live-rules/live-rule.ts'
import { challengePassed } from './challenge/rules/challenge-passed.ts'
import { chipUnaltered } from './chip/rules/chip-unaltered.ts'
import { sealUnaltered } from './seal/rules/seal-unaltered.ts'
import { credentialGenuine } from './wallet/rules/credential-genuine.ts'

/** Rules of features that always apply in live mode, whatever the policy says. */
export const featureLiveRules: readonly LiveRule[] = [challengePassed, chipUnaltered, sealUnaltered, credentialGenuine]
