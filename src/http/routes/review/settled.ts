import type { CaseActRefusal } from '../../../actions/review/act-on-case.ts'
import type { Result } from '../../../domain/result.ts'
import { BadCall } from '../../present/problems.ts'

type Refusal =
  | 'NOT_FOUND'
  | 'UNKNOWN_REASON'
  | 'TOO_MANY_NEW_PICTURES'
  | 'NO_SUCH_PICTURE'
  | 'REASON_DOES_NOT_FIT'
  | 'TOO_LATE'

/** What an outcome holds, or the problem it stands for. */
export function settled<Value>(outcome: Result<Value, Refusal> | CaseActRefusal): Value {
  if (outcome.ok) return outcome.value
  if ('claim' in outcome) throw new BadCall('CASE_CLAIMED', `${outcome.claim.reviewer} is working on this case.`)
  if ('version' in outcome)
    throw new BadCall('CASE_CHANGED', '', {
      version: outcome.version,
      changes: outcome.changes.map(({ at, actor, action }) => ({ atUtc: at.toISOString(), actor, action })),
    })
  if ('status' in outcome) throw new BadCall('NOT_WAITING_FOR_REVIEW', '', { sessionStatus: outcome.status })
  switch (outcome.refusal) {
    case 'UNKNOWN_REASON':
      throw new BadCall('BAD_REQUEST', 'Say why: a reason in words, or for a rejection a code that this tenant has.')
    case 'NO_SUCH_PICTURE':
      throw new BadCall('BAD_REQUEST', 'body/of is not a picture of this session.')
    case 'REASON_DOES_NOT_FIT':
      throw new BadCall('BAD_REQUEST', 'body/reason is about documents; a selfie is asked for again for another.')
    case 'SECOND_PERSON_NEEDED':
    case 'TOO_MANY_NEW_PICTURES':
      throw new BadCall(outcome.refusal)
    case 'TOO_LATE':
      throw new BadCall('TOO_LATE_TO_UNDO')
    default:
      throw new BadCall('NOT_FOUND')
  }
}
