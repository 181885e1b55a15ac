import type { CapabilityPorts } from '../../capabilities/ports.ts'
import type { Archive } from './archive.ts'
import type { Audit } from './audit.ts'
import type { AuditChain } from './audit-chain.ts'
import type { Backups } from './backups.ts'
import type { Captures } from './captures.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Counts } from './counts.ts'
import type { Credentials } from './credentials.ts'
import type { Engine } from './engine.ts'
import type { Fingerprints } from './fingerprints.ts'
import type { HandOvers } from './hand-overs.ts'
import type { Images } from './images.ts'
import type { MasterKey } from './master-key.ts'
import type { Outbox } from './outbox.ts'
import type { Overview } from './overview.ts'
import type { Policies } from './policies.ts'
import type { Refusals } from './refusals.ts'
import type { ReviewQueue } from './review-queue.ts'
import type { Reviewers } from './reviewers.ts'
import type { Reviews } from './reviews.ts'
import type { Rights } from './rights.ts'
import type { Secrets } from './secrets.ts'
import type { SentPictures } from './sent-pictures.ts'
import type { SessionSearch } from './session-search.ts'
import type { Sessions } from './sessions.ts'
import type { SignIns } from './sign-ins.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { Tenants } from './tenants.ts'
import type { TrustedItems } from './trusted-items.ts'

/** What the actions need from the outside, in the domain's words. `engine` and `storage` implement it. */
export interface Ports extends CapabilityPorts {
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
  reviewQueue: ReviewQueue
  archive: Archive
  fingerprints: Fingerprints
  sentPictures: SentPictures
  signIns: SignIns
  handOvers: HandOvers
  sessionSearch: SessionSearch
  overview: Overview
  refusals: Refusals
  captures: Captures
  audit: Audit
  auditChain: AuditChain
  rights: Rights
  counts: Counts
  backups: Backups
  masterKey: MasterKey
  clock: Clock
}
