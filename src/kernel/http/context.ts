import type { FastifyRequest } from 'fastify'
import type { Guard } from '../../platform/http/fetch-guarded.ts'
import type { PasswordCheck } from '../accounts/api-password.ts'
import type { LoginGuard, RateLimit } from '../accounts/auth/login-guard.ts'
import type { Tokens } from '../accounts/auth/tokens.ts'
import type { ReviewerCheck } from '../accounts/check-reviewer.ts'
import type { BoundedRecord } from '../audit/audit-entries.ts'
import type { Config } from '../config.ts'
import type { BodyBudget } from '../evidence/upload-gate.ts'
import type { Services } from '../feature-types.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { LoadingFaces, Readiness } from '../operations/readiness.ts'
import type { Ports } from '../ports/ports.ts'
import type { Examiner } from '../review/claim-case.ts'

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
  /** The guard for the addresses of pictures. */
  guard: Guard
  /** Memory for the bodies of requests. */
  bodies: BodyBudget
  webhookGuard: Guard
  metrics: Metrics
  readiness: Readiness
  /** The faces that are still being loaded; absent once all are. */
  loadingFaces?: (() => LoadingFaces | undefined) | undefined
  /** How often a supervisor has started the service again. */
  restarts?: number | undefined
  /**
   * Where events go for tenants without an address of their own, and the secrets that the operator chose to sign them.
   */
  webhooks?: { url?: string | undefined; secrets: readonly string[] } | undefined
}

/** Where routes of a case are mounted, and for whom. */
export interface CaseRoutes {
  /** The path of a case, and the name of its verdict there. */
  path: { of: string; verdict: string }
  examinerOf: (request: FastifyRequest) => Examiner
  /** The schema that all these routes share. */
  common?: object
}

/** The settings that the HTTP side needs. */
export type HttpSettings = Pick<
  Config,
  | 'baseUrl'
  | 'sessionMinutes'
  | 'sessionDays'
  | 'tokenMinutes'
  | 'tokenRenewHours'
  | 'undoSeconds'
  | 'retentionDays'
  | 'maxImageBytes'
  | 'maxMegapixels'
  | 'maxSide'
  | 'leastUploadRate'
  | 'allowedHosts'
  | 'pictureHosts'
  | 'trustProxy'
  | 'rateLimit'
  | 'maxUploads'
  | 'uploadMegabytes'
  | 'frameAncestors'
  | 'localAccounts'
  | 'requireSecondFactor'
  | 'oidcName'
  | 'oidcScope'
  | 'oidcGroupsClaim'
  | 'oidcSubjectClaim'
  | 'oidcRoles'
  | 'codesFollowPage'
  | 'demo'
  | 'demoPictures'
> &
  Partial<Pick<Config, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'metricsToken'>>
