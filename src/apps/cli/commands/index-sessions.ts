import { indexSessions } from '../../../kernel/operations/maintain.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand } from '../../../platform/cli/command.ts'

export const command = defineCommand({
  summary: 'rebuild the index that sessions are searched by',
  details: 'Once, after an upgrade from a version without the search of the console.',
  run: () =>
    withStorage(async (ports) => {
      const sessions = await indexSessions(ports, ACTOR)
      return { data: { sessions }, text: `${sessions} sessions can be found by reference, name and number` }
    }),
})
