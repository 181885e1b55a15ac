import type { Feature } from '../kernel/feature.ts'
import { installFeatures } from '../kernel/install-features.ts'
import { age } from './age/feature.ts'
import { challenge } from './challenge/feature.ts'
import { chip } from './chip/feature.ts'
import { document } from './document/feature.ts'
import { duplicates } from './duplicates/feature.ts'
import { issuance } from './issuance/feature.ts'
import { openid } from './openid/feature.ts'
import { returning } from './returning/feature.ts'
import { scim } from './scim/feature.ts'
import { screening } from './screening/feature.ts'
import { seal } from './seal/feature.ts'
import { selfie } from './selfie/feature.ts'
import { taught } from './taught/feature.ts'
import { wallet } from './wallet/feature.ts'

/** Every feature, in the order in which commands, results and routes list them. No other file names a feature. */
export const features: readonly Feature[] = [
  document,
  selfie,
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
  openid,
  scim,
]

installFeatures(features)
