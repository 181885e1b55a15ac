import { recountSessions } from '../../../kernel/operations/maintain.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand } from '../../../platform/cli/command.ts'

export const command = defineCommand({
  summary: 'count all sessions again for lists and plots',
  details: 'For tables that were changed or restored by other means than this program.',
  run: () =>
    withStorage(async (ports) => {
      const corrected = await recountSessions(ports, ACTOR)
      return { data: { corrected }, text: corrected ? `put ${corrected} counts right` : 'every count was right' }
    }),
})
