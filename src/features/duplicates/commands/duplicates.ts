import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { SESSION, TENANT, unknownSession } from '../../../platform/cli/usage.ts'
import { listPairsOf } from '../compare-pair.ts'

export const duplicates = defineCommand({
  summary: 'list the other sessions that the duplicate check of a session found, and the answers of reviewers',
  arguments: { session: SESSION },
  options: { tenant: TENANT },
  run: ({ args: { session }, options: { tenant } }) =>
    withStorage(async (ports) => {
      const listed = await listPairsOf(ports, { tenant, actor: ACTOR }, session)
      if (!listed.ok) throw unknownSession(tenant, session)
      const pairs = listed.value.map(({ sessionId, by, isSettled, answer }) => ({
        sessionId,
        by,
        isSettled,
        ...(answer && { answer: answer.answer, reason: answer.reason, reviewer: answer.by, at: answer.at }),
      }))
      const lines = pairs.map(
        ({ sessionId, by, answer }) => `${sessionId}  ${by.join(', ')}${answer ? `: ${answer}` : ''}`,
      )
      return { data: pairs, text: lines.join('\n') || NOBODY }
    }),
})

const NOBODY = 'No other session was found. The search runs at the decision, if the policy has duplicateCheck on.'
