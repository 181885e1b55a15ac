import type { FeaturePorts } from '../feature-types.ts'
import { openSlot } from '../slot.ts'
import type { SetupFacts } from './setup.ts'

/** What a feature knows about the set-up of a tenant. */
export type ReadSetupPart = (ports: FeaturePorts) => Promise<Partial<SetupFacts>>

export const setupParts = openSlot<ReadSetupPart>('set-up')
