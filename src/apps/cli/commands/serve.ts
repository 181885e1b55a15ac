import { readConfig } from '../../../kernel/config.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { startHere, stopWhenAsked } from '../support/start.ts'
import { LISTENING, supervise } from '../support/supervise.ts'

export const command = defineCommand({
  summary: 'run the service',
  details: 'Runs until it is stopped, and then finishes what it has accepted. Settings: docs/settings.md.',
  options: {
    supervised: {
      type: 'boolean',
      description:
        'in a process of its own that is started again when a fault ends it; systemd and Kubernetes do so too',
    },
  },
  staysUp: true,
  printsItself: { json: false },
  run: ({ options }) => (options.supervised ? supervise((text) => process.stderr.write(`limen: ${text}\n`)) : serve()),
})

async function serve(): Promise<undefined> {
  const config = readConfig(process.env)
  stopWhenAsked(await startHere(config), config)
  if (!process.send) return
  process.on('disconnect', () => process.emit('SIGTERM')) // the supervisor has ended
  if (process.connected) process.send(LISTENING, () => {})
  else process.emit('SIGTERM') // it ended while the service was starting
}
