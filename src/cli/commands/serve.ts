import { readConfig } from '../../config.ts'
import { defineCommand } from '../parser/command.ts'
import { startHere, stopWhenAsked } from '../support/start.ts'

export const command = defineCommand({
  summary: 'run the service',
  details: 'Runs until it is stopped, and then finishes what it has accepted. Settings: docs/settings.md.',
  staysUp: true,
  printsItself: { json: false },
  run: serve,
})

async function serve(): Promise<undefined> {
  const config = readConfig(process.env)
  stopWhenAsked(await startHere(config), config)
}
