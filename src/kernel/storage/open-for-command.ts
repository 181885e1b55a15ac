import type { Clock } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/settings/setting.ts'
import { readTelemetry, type TelemetrySettings } from '../../platform/telemetry/settings.ts'
import type { Engine } from '../../vision/engine.ts'
import { readConfig } from '../config.ts'
import { loadConfiguredPolicy } from '../decision/policy-file.ts'
import type { Storage } from './open.ts'

/** Opens the storage that the settings name, lets the command use it, and closes it again. */
export async function withStorage<Value>(use: (storage: Storage & { clock: Clock }) => Promise<Value>): Promise<Value> {
  const config = readConfig(process.env)
  const clock = () => new Date()
  // Loaded when it is needed: help answers without it.
  const { openStorage } = await import('./open.ts')
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

/** The actor in the audit log: anyone who may start a command here. */
export const ACTOR = 'system'

export function readS3Credentials(environment: Record<string, string | undefined>) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  const { AWS_SESSION_TOKEN: sessionToken } = environment
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  if (environment.IMAGES_URL?.startsWith('s3:'))
    throw new ConfigError(['IMAGES_URL: a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'])
  return undefined
}

/** Where traces and metrics are sent according to the OpenTelemetry variables; undefined if nobody asked for it. */
export function readTelemetrySettings(environment: Record<string, string | undefined>): TelemetrySettings | undefined {
  const { settings, problems } = readTelemetry(environment)
  if (problems.length) throw new ConfigError(problems)
  return settings
}

/**
 * ENGINE_SECONDS is for the service, where others wait behind a picture. A command waits as long as a slow machine
 * needs.
 */
const LEAST_SECONDS = 900

/** Opens an engine of one worker with the service's settings, lets the command use it, and closes it again. */
export async function withEngine<Value>(use: (engine: Engine) => Promise<Value>): Promise<Value> {
  const { maxMegapixels, engineSeconds, modelsFile } = readConfig(process.env)
  const { openEngine } = await import('../../vision/process/pool.ts')
  const engine = openEngine({
    workers: 1,
    timeLimitMs: Math.max(engineSeconds, LEAST_SECONDS) * 1000,
    settings: { maxMegapixels, ...(modelsFile ? { modelsFile } : {}) },
  })
  try {
    await engine.started
    return await use(engine)
  } finally {
    await engine.close()
  }
}
