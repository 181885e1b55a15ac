import { readConfig } from '../../config.ts'
import { startService } from '../../main.ts'
import { ensurePortIsFree } from '../support/free-port.ts'
import { composeGreeting } from '../support/greeting.ts'
import { loadConfiguredPolicy } from '../support/policy-file.ts'
import { readS3Credentials } from '../support/storage.ts'
import { readTelemetrySettings } from '../support/telemetry.ts'
import { warningsOf } from '../support/warnings.ts'

/** Runs until it is told to stop; then finishes what it has accepted. */
export async function run(): Promise<void> {
  const config = readConfig(process.env)
  const telemetry = readTelemetrySettings(process.env)
  await ensurePortIsFree(config.port, config.host)
  const service = await startService({
    config,
    policy: loadConfiguredPolicy(config),
    s3: readS3Credentials(process.env),
    telemetry,
  })
  // On the terminal, never in the log: passwords are shown here and nowhere else.
  process.stdout.write(composeGreeting(config, service))
  for (const warning of warningsOf(config)) process.stderr.write(`  warning: ${warning}\n`)

  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      setTimeout(() => {
        process.stderr.write(`limen: not finished after ${config.stopSeconds} s; what was under way is cut off\n`)
        process.exit(1)
      }, config.stopSeconds * 1000)
      service.close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`limen: stopping failed: ${error}\n`)
          process.exit(1)
        },
      )
    })
}
