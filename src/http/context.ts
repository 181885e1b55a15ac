import type { PasswordCheck } from '../actions/api-password.ts'
import type { Ports } from '../actions/ports.ts'
import type { FindCredential } from './credential-cache.ts'
import type { DemoInbox } from './demo-inbox.ts'
import type { Guard } from './fetch-guarded.ts'
import type { LoginGuard } from './login-guard.ts'
import type { Metrics } from './metrics.ts'
import type { RateLimit } from './rate-limit.ts'
import type { HttpSettings } from './settings.ts'
import type { Tokens } from './tokens.ts'

/** What the routes share. */
export interface HttpContext {
  ports: Ports
  settings: HttpSettings
  tokens: Tokens
  logins: LoginGuard
  credentials: FindCredential
  passwords: PasswordCheck
  limit: RateLimit
  guard: Guard
  metrics: Metrics
  /** Where webhooks of tenants without an address of their own go, and what signs them. */
  webhooks?: { url?: string | undefined; secret: string } | undefined
  demo?: DemoParts | undefined
}

/** What the demo has beside its page. */
export interface DemoParts {
  inbox: DemoInbox
  /** A specimen picture as JPEG; undefined when there is none of this name. */
  picture(name: string): Promise<Uint8Array | undefined>
}
