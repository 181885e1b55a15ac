import type { FastifyRequest } from 'fastify'
import type { ReviewerCheck } from '../actions/accounts/check-reviewer.ts'
import type { PasswordCheck } from '../actions/admin/api-password.ts'
import type { BoundedRecord } from '../actions/admin/audit-entries.ts'
import type { Readiness } from '../actions/jobs/readiness.ts'
import type { Ports } from '../actions/ports/ports.ts'
import type { Examiner } from '../actions/review/claim-case.ts'
import type { Services } from '../capabilities/services.ts'
import type { GroupRoles } from '../domain/access/group-roles.ts'
import type { LoginGuard, RateLimit } from './auth/login-guard.ts'
import type { Tokens } from './auth/tokens.ts'
import type { DemoInbox } from './demo/demo-inbox.ts'
import type { Guard } from './input/fetch-guarded.ts'
import type { BodyBudget } from './input/upload-gate.ts'
import type { Metrics } from './operations/metrics.ts'

/** What the routes share. */
export interface HttpContext extends Services {
  ports: Ports
  settings: HttpSettings
  tokens: Tokens
  logins: LoginGuard
  checkReviewer: ReviewerCheck
  /** API logins that failed, for the audit log. */
  refusedLogins: BoundedRecord
  passwords: PasswordCheck
  limit: RateLimit
  /** For the addresses of pictures. */
  guard: Guard
  /** Memory for the bodies of requests. */
  bodies: BodyBudget
  webhookGuard: Guard
  metrics: Metrics
  readiness: Readiness
  /** Where webhooks of tenants without an address of their own go, and the secrets the operator chose to sign them. */
  webhooks?: { url?: string | undefined; secrets: readonly string[] } | undefined
  /** The demo's receiver of webhooks, where there is a demo. */
  demo?: DemoInbox | undefined
}

/** Where routes of a case are mounted, and for whom. */
export interface CaseRoutes {
  /** Where a case lies, and what its verdict is called there. */
  path: { of: string; verdict: string }
  examinerOf: (request: FastifyRequest) => Examiner
  /** The schema that all these routes share. */
  common?: object
}

/** What the HTTP side wants to know of the settings. The names are those of config.ts. */
export interface HttpSettings {
  /** Address under which people and integrators reach the service, without a slash at its end. */
  baseUrl: string
  sessionMinutes: number
  sessionDays: number
  tokenMinutes: number
  /** Hours after `initialize` at which the last token ends that descends from its own. */
  tokenRenewHours: number
  /** For how long a reviewer's act can be taken back. */
  undoSeconds: number
  /** Of a tenant that is made from now on. */
  retentionDays: number
  maxImageBytes: number
  maxMegapixels: number
  /** Longest side of a picture, in pixels. */
  maxSide: number
  /** Bytes a second with which a body must arrive; 0 for any rate. */
  leastUploadRate: number
  /** Hosts, or host:port, that webhooks may reach although they are private or not https. */
  allowedHosts: readonly string[]
  /** The same for the addresses of pictures, which whoever holds a token may name. */
  pictureHosts: readonly string[]
  trustProxy: readonly string[]
  /** Requests a minute for one address, credential or token; 0 for no limit. */
  rateLimit: number
  /** Pictures that may be under way at once, no tenant all of them; the rest are asked to come back. */
  maxUploads: number
  /** Megabytes of memory for the bodies of requests; those for which there is no room yet are not read. */
  uploadMegabytes: number
  /** Origins that may embed the hosted page, in addition to those of the tenant. */
  frameAncestors: readonly string[]
  /** Whether people sign in to the console with name and password. */
  localAccounts: boolean
  /** Whether those who do must have a second factor. */
  requireSecondFactor: boolean
  /** The company's OpenID provider; without one there are local accounts alone. */
  oidcIssuer?: string | undefined
  oidcClientId?: string | undefined
  oidcClientSecret?: string | undefined
  /** What the button says that leads there. */
  oidcName: string
  oidcScope: string
  oidcGroupsClaim: string
  oidcRoles: GroupRoles
  /** Whether the code for another device uses the address under which the page was opened. */
  codesFollowPage: boolean
  /** Whether /demo is served. */
  demo: boolean
  /** Whether its specimen pictures are. */
  demoPictures: boolean
  /** Bearer token of /metrics; without one only this machine may read it. */
  metricsToken?: string | undefined
}
