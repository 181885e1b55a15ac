import { readConfig } from '../../config.ts'
import { defineCommand } from '../parser/command.ts'
import { ensurePortIsFree } from '../support/free-port.ts'
import { composeGreeting } from '../support/greeting.ts'
import { loadConfiguredPolicy } from '../support/policy-file.ts'
import { readS3Credentials } from '../support/storage.ts'
import { readTelemetrySettings } from '../support/telemetry.ts'
import { warningsOf } from '../support/warnings.ts'

export const command = defineCommand({
  summary: 'run the service',
  details: 'Runs until it is stopped, and then finishes what it has accepted. Settings: docs/operations.md.',
  staysUp: true,
  printsItself: { json: false },
  run: serve,
})

async function serve(): Promise<undefined> {
  const config = readConfig(process.env)
  const telemetry = readTelemetrySettings(process.env)
  await ensurePortIsFree(config.port, config.host)
  const { startService } = await import('../../main.ts')
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
