import type { Clock } from '../../actions/ports/installation.ts'
import { readConfig } from '../../config.ts'
import { ConfigError } from '../../setting.ts'
import type { Storage } from '../../storage/open.ts'
import { readTelemetry, type TelemetrySettings } from '../../telemetry/settings.ts'
import { loadConfiguredPolicy } from './policy-file.ts'

/** Opens the storage the settings name, lets the command use it, and closes it again. */
export async function withStorage<Value>(use: (storage: Storage & { clock: Clock }) => Promise<Value>): Promise<Value> {
  const config = readConfig(process.env)
  const clock = () => new Date()
  // Loaded when it is needed: help answers without it.
  const { openStorage } = await import('../../storage/open.ts')
  const storage = await openStorage({
    ...config,
    clock,
    s3: readS3Credentials(process.env),
    defaultPolicy: loadConfiguredPolicy(config),
  })
  try {
    return await use({ ...storage, clock })
  } finally {
    await storage.close()
  }
}

/** Who the audit log says it was: whoever may start a command here. */
export const ACTOR = 'system'

export function readS3Credentials(environment: Record<string, string | undefined>) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey }
  if (environment.IMAGES_URL?.startsWith('s3:'))
    throw new ConfigError(['IMAGES_URL: a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'])
  return undefined
}

/** Where OpenTelemetry's variables say that traces and metrics go; undefined where nobody asked for it. */
export function readTelemetrySettings(environment: Record<string, string | undefined>): TelemetrySettings | undefined {
  const { settings, problems } = readTelemetry(environment)
  if (problems.length) throw new ConfigError(problems)
  return settings
}
