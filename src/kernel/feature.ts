import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { TSchema } from 'typebox'
import type { NamedFile } from '../formats/x509/collect-trust.ts'
import type { Leaf } from '../platform/cli/command.ts'
import type { CommandTable } from '../platform/cli/run-command-line.ts'
import type { AccountDirectory } from './accounts/account-directory.ts'
import type { ConsoleAuth } from './accounts/auth/console-auth.ts'
import type { Config } from './config.ts'
import type { Evidence, Factor } from './decision/factors/factor.ts'
import type { CaseFinding } from './decision/findings.ts'
import type { LiveRule } from './decision/live-rule.ts'
import type { ReadProof } from './decision/proof.ts'
import type { EvidenceKind } from './evidence/evidence-kind.ts'
import type { PageReader } from './evidence/page-reader.ts'
import type { PictureEvidence } from './evidence/picture-evidence.ts'
import type { TakesPictures } from './evidence/picture-routes.ts'
import type { SelfieCompanion } from './evidence/selfie-companion.ts'
import type { Services } from './feature-types.ts'
import type { ReadOverview } from './figures/overview-part.ts'
import type { CaseRoutes, HttpContext } from './http/context.ts'
import type { Finding } from './operations/finding.ts'
import type { Metrics } from './operations/metrics.ts'
import type { Ports } from './ports/ports.ts'
import type { TrustPurpose, TrustUse } from './ports/trusted-items.ts'
import type { BundledFile } from './results/bundled-file.ts'
import type { ExportedFile } from './results/person-export.ts'
import type { ResultPart } from './results/read-results.ts'
import type { CheckEvidence } from './results/verify-evidence.ts'
import type { CaseColumn } from './review/case-column.ts'
import type { CasePart } from './review/case-part.ts'
import type { Session } from './session/session.ts'
import type { SessionPart } from './session/session-part.ts'
import type { ReadSetupPart } from './setup/setup-part.ts'
import type { FeatureStorage } from './storage/feature-storage.ts'
import type { Storage } from './storage/open.ts'
import type { TenantSettingList } from './tenants/setting.ts'
import type { OpenTrustFiles } from './trust/open-trust-files.ts'

/**
 * An optional part of a session, in addition to the document and the selfie. The core only knows the list in index.ts
 * and never imports a feature. A feature loads its code on first use, so one that is not in the list costs
 * neither time nor memory.
 */
export interface Feature extends TakesPictures {
  name: string
  /** Opens the services that it offers while the service runs. */
  open?(parts: OpenParts): Promise<Services>
  /** Routes of the public interface. */
  routes?(context: HttpContext): Promise<readonly Mount[]>
  /** The parts of a session of which it reads and keeps pictures. */
  picture?: PictureEvidence
  /** What may be sent together with a selfie. */
  withSelfie?: SelfieCompanion
  /** Routes of the console: for every reviewer, and only for administrators. */
  consoleRoutes?(context: HttpContext, auth: ConsoleAuth): Promise<{ reviewers?: Plugin[]; admins?: Plugin[] }>
  /** Actions of reviewers on a case, in the API and in the console. */
  caseRoutes?(context: HttpContext, routes: CaseRoutes): Promise<Plugin>
  /** Results of a finished session. */
  results?(): Promise<readonly ResultRoute[]>
  /** Work that runs outside requests. */
  jobs?(parts: JobParts): Promise<readonly Job[]>
  commands?: CommandTable
  /** What `limen trust import` accepts for it. */
  trust?: { kind: TrustPurpose; open(options: TrustOptions): Promise<OpenTrustFiles> }
  /** Checks its part of an evidence bundle. */
  checkEvidence?(): Promise<CheckEvidence>
  /** The settings that it adds to those of a tenant. */
  settings?: TenantSettingList
  /** What it does in the life of a session. */
  sessionPart?: SessionPart
  /** The evidence that it adds to a session. */
  evidence?: EvidenceKind
  /** What else it reads from the picture of a page. */
  pageReader?: PageReader
  /** What its evidence says about the person, to compare with every other source. */
  proof?: ReadProof
  /** Its Trust Factors. Each of them has a place in the results, or comes last. */
  factors?: readonly Factor[]
  /** Rules that always apply in live mode, whatever the policy says. */
  liveRules?: readonly LiveRule[]
  /** What speaks against a session, whatever a factor says of it. */
  findings?(evidence: Evidence): CaseFinding[]
  /** What it keeps in the database. */
  storage?: FeatureStorage
  /** The schemas of what it shows of a case; see CaseFields. */
  caseFields?: Record<string, TSchema>
  /** What its evidence states next to the fields of the document. */
  caseColumn?: CaseColumn
  /** What it knows about a case, and shows of it. */
  casePart?: CasePart
  /** Who may use the console, in place of the groups of a sign-in. */
  accountDirectory?: AccountDirectory
  /** What it hands to a person about themself. */
  exportedFiles?: readonly ExportedFile[]
  /** What it adds to an evidence bundle. */
  bundledFiles?: readonly BundledFile[]
  /** What it knows about the set-up of a tenant. */
  setup?: ReadSetupPart
  /** Figures that it adds to the console's overview. */
  overview?: ReadOverview
  /** Schemas that it adds to the OpenAPI document, each with its own name. */
  components?: readonly TSchema[]
  /** Commands that it adds to `limen person` and `limen tenants`. */
  groupCommands?: Partial<Record<'person' | 'tenants', () => Promise<Readonly<Record<string, Leaf>>>>>
  /** Findings of `doctor` about the settings. */
  judgeSettings?(config: Config, now: Date): Promise<Finding[]>
  /** Findings of `doctor` about the database. */
  judgeStorage?(storage: Storage, now: Date): Promise<Finding[]>
}

type Plugin = FastifyPluginAsyncTypebox

/** Options of `limen trust import`. */
interface TrustOptions {
  /** Certificates that the signature of a list must lead to. */
  roots: readonly NamedFile[]
  /** What a certificate is trusted for. */
  uses?: readonly TrustUse[] | undefined
}

interface OpenParts {
  config: Config
  storage: Storage
  metrics: Metrics
}

interface Mount {
  prefix?: string
  plugin: Plugin
}

/** `GET /api/v1/data/{sessionId}/{path}`. */
export interface ResultRoute {
  path: string
  part: ResultPart
  schema: TSchema
  words: { operationId: string; summary: string; description: string }
  /** Undefined if the session has no such result. */
  present(session: Session): unknown
}

interface JobParts {
  ports: Ports
  storage: Storage
  config: Config
  metrics: Metrics
  /** The owner of leases on work that only one node does. */
  owner: string
  info(message: string): void
  warn(message: string): void
}

interface Job {
  name: string
  everyMs: number
  /** True if there may be more to do immediately. */
  run(): Promise<boolean>
}
