import type { Clock } from '../../platform/clock.ts'
import type { Catalogue, Engine } from '../../vision/engine.ts'
import type { FeaturePorts } from '../feature-types.ts'
import type { Credentials, LoginFailures, Reviewers, SignIns } from './accounts.ts'
import type { Audit } from './audit.ts'
import type { Figures } from './figures.ts'
import type { Fingerprints, Images } from './images.ts'
import type { Installation, Secrets, SigningKeys } from './installation.ts'
import type { Outbox } from './outbox.ts'
import type { Reviews } from './review.ts'
import type { HandOvers, SessionSearch, Sessions } from './sessions.ts'
import type { Policies, Tenants } from './tenants.ts'
import type { TrustedItems } from './trusted-items.ts'

/** What the actions need from outside, in the domain's words. `engine` and `storage` implement it. */
export interface Ports extends FeaturePorts {
  sessions: Sessions
  images: Images
  engine: Engine
  catalogue: Catalogue
  tenants: Tenants
  outbox: Outbox
  signingKeys: SigningKeys
  credentials: Credentials
  trustedItems: TrustedItems
  policies: Policies
  secrets: Secrets
  reviewers: Reviewers
  reviews: Reviews
  fingerprints: Fingerprints
  signIns: SignIns
  loginFailures: LoginFailures
  handOvers: HandOvers
  sessionSearch: SessionSearch
  figures: Figures
  audit: Audit
  installation: Installation
  clock: Clock
}
