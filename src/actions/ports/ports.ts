import type { CapabilityPorts } from '../../capabilities/ports.ts'
import type { Credentials, Reviewers, Rights, SignIns } from './accounts.ts'
import type { Audit, AuditChain } from './audit.ts'
import type { Captures, Counts, Overview, Refusals } from './counts.ts'
import type { Catalogue, Engine } from './engine.ts'
import type { Fingerprints, Images, SentPictures } from './images.ts'
import type { Backups, Clock, MasterKey, Secrets, SigningKeys } from './installation.ts'
import type { Outbox } from './outbox.ts'
import type { ReviewQueue, Reviews } from './review.ts'
import type { Archive, HandOvers, SessionSearch, Sessions } from './sessions.ts'
import type { Policies, Tenants } from './tenants.ts'
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
