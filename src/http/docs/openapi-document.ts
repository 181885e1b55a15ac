import { createReadiness } from '../../actions/jobs/readiness.ts'
import type { Ports } from '../../actions/ports/ports.ts'
import type { Capability } from '../../capabilities/capability.ts'
import { buildApp } from '../app.ts'
import { createLogger } from '../operations/logger.ts'
import { createMetrics } from '../operations/metrics.ts'
import type { HttpSettings } from '../settings.ts'

/** The text of openapi.json, as it is committed. Describing the routes touches nothing that they work on. */
export async function openapiDocument(capabilities: readonly Capability[]): Promise<string> {
  const app = await buildApp({
    ports: {} as Ports,
    capabilities,
    settings: SETTINGS,
    logger: createLogger('silent', { write() {} }),
    metrics: createMetrics(),
    readiness: createReadiness([]),
  })
  await app.ready()
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  return text
}

const SETTINGS: HttpSettings = {
  baseUrl: 'http://localhost:8080',
  sessionMinutes: 60,
  sessionDays: 14,
  tokenMinutes: 60,
  maxImageBytes: 10_000_000,
  maxMegapixels: 50,
  tokenRenewHours: 24,
  undoSeconds: 10,
  maxSide: 12_000,
  leastUploadRate: 0,
  allowedHosts: [],
  pictureHosts: [],
  trustProxy: [],
  rateLimit: 0,
  maxUploads: 1,
  uploadMegabytes: 1,
  frameAncestors: [],
  retentionDays: 90,
  localAccounts: true,
  requireSecondFactor: false,
  oidcName: '',
  oidcScope: '',
  oidcGroupsClaim: '',
  oidcRoles: new Map(),
  demo: false,
  codesFollowPage: false,
  demoPictures: false,
}
