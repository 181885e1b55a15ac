import { age } from './age/capability.ts'
import type { Capability } from './capability.ts'
import { challenge } from './challenge/capability.ts'
import { chip } from './chip/capability.ts'
import { duplicates } from './duplicates/capability.ts'
import { issuance } from './issuance/capability.ts'
import { returning } from './returning/capability.ts'
import { screening } from './screening/capability.ts'
import { seal } from './seal/capability.ts'
import { taught } from './taught/capability.ts'
import { wallet } from './wallet/capability.ts'

/** Every capability, in the order in which commands, results and routes list them. No other file names a capability. */
export const capabilities: readonly Capability[] = [
  taught,
  challenge,
  chip,
  seal,
  wallet,
  issuance,
  duplicates,
  screening,
  returning,
  age,
]
