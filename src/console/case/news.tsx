import type { CaseView } from '../../contract/console/console-case.ts'
import type { Problem } from '../../contract/problem.ts'
import { atTime } from '../../ui/words.ts'
import { historyLines } from './history-lines.ts'

export type Changes = NonNullable<Problem['changes']>

/** What happened to a case between the look at it and the verdict, which was therefore not taken. */
export function News({ view, changes }: { view: CaseView; changes: Changes }) {
  const isNew = (entry: CaseView['history'][number]) =>
    changes.some(
      ({ atUtc, actor, action }) => atUtc === entry.atUtc && actor === entry.actor && action === entry.action,
    )
  const lines = historyLines({ ...view, history: view.history.filter(isNew) }).toReversed()
  return (
    <section class="standing" role="alert">
      <p>
        <span class="strong">This case has changed since you looked at it.</span> Nothing was done. Look at it again.
      </p>
      {lines.map(({ atUtc, who, what, words }) => (
        <p key={`${atUtc}${what}`}>
          <span class="strong">{who}</span> <span class="soft small">{atTime(atUtc)}</span> {what}
          {words !== undefined && `: ${words}`}
        </p>
      ))}
    </section>
  )
}
