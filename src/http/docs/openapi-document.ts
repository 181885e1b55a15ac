import { createReadiness } from '../../actions/jobs/readiness.ts'
import type { Ports } from '../../actions/ports/ports.ts'
import type { Capability } from '../../capabilities/capability.ts'
import { buildApp } from '../app.ts'
import type { HttpSettings } from '../context.ts'
import { createLogger } from '../operations/logger.ts'
import { createMetrics } from '../operations/metrics.ts'

/** The text of openapi.json, as it is committed. Describing the routes touches nothing that they work on. */
export async function openapiDocument(capabilities: readonly Capability[], settings: HttpSettings): Promise<string> {
  const app = await buildApp({
    ports: {} as Ports,
    capabilities,
    settings,
    logger: createLogger('silent', { write() {} }),
    metrics: createMetrics(),
    readiness: createReadiness([]),
  })
  await app.ready()
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  return text
}
