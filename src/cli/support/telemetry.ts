import { ConfigError } from '../../config.ts'
import { readTelemetry, type TelemetrySettings } from '../../telemetry/settings.ts'

/** Where OpenTelemetry's variables say that traces and metrics go; undefined where nobody asked for it. */
export function readTelemetrySettings(environment: Record<string, string | undefined>): TelemetrySettings | undefined {
  const { settings, problems } = readTelemetry(environment)
  if (problems.length) throw new ConfigError(problems)
  return settings
}
