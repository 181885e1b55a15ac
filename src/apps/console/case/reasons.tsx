import type { ComponentChildren } from 'preact'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { Dot } from '../../ui/states.tsx'
import { plain } from '../../ui/words.ts'
import { causesShown, headingOf, LEVEL_TONES } from '../words.ts'
import { isFactorPicked, type PickProps, targetsOf } from './targets.ts'

/** The decision in one sentence, its causes, and the data that the caller gave. Selecting a reason shows its place. */
export function Reasons({ view, picked, pick }: PickProps) {
  const { explanation, applicantForm } = view
  const announced = Object.entries(applicantForm ?? {})
  if (!explanation)
    return (
      <section class="summary" aria-label="Decision">
        <p class="soft">No decision yet: the person has not finished.</p>
      </section>
    )
  const { factors, summary, decision } = explanation
  const causes = causesShown(explanation, view.findings)
  return (
    <section class="summary" aria-label="Decision">
      <p class="strong">
        <span class="score number">{decision.score}</span> {summary}
      </p>
      {causes.length > 0 && (
        <ul class="reasons">
          {causes.map(({ factor: name, reason }) => {
            const factor = factors.find((each) => each.name === name)
            return (
              <li key={`${name} ${reason}`}>
                {factor && targetsOf(view, { factor: factor.name }).length > 0 ? (
                  <button
                    type="button"
                    class="pick"
                    aria-pressed={isFactorPicked(picked, factor.name)}
                    onClick={() => pick(isFactorPicked(picked, factor.name) ? undefined : { factor: factor.name })}
                  >
                    <Dot tone={LEVEL_TONES[factor.level] ?? 'soft'}>{headingOf(factor)}</Dot> {reason}
                  </button>
                ) : (
                  <p class="pick">
                    {factor && <Dot tone={LEVEL_TONES[factor.level] ?? 'soft'}>{headingOf(factor)}</Dot>} {reason}
                  </p>
                )}
                {name === 'captureIntegrity' && <SentIn sentIn={view.sentIn} />}
              </li>
            )
          })}
        </ul>
      )}
      {announced.length > 0 && (
        <p class="small soft">
          Provided by the caller: {announced.map(([name, value]) => `${plain(name)} ${value}`).join(', ')}
        </p>
      )}
    </section>
  )
}

/** Where a picture of this session was sent before. */
function SentIn({ sentIn = [] }: Pick<CaseView, 'sentIn'>) {
  if (!sentIn.length) return null
  return (
    <p class="pick">
      Sent before in the session of{' '}
      {sentIn.map(({ sessionId, name }, at) => (
        <>
          {at > 0 && ', '}
          <a href={`/console/sessions/${sessionId}`}>{name ?? sessionId.slice(0, 8)}</a>
        </>
      ))}
    </p>
  )
}

interface ReasonListProps {
  reasons: readonly { code: string; text: string }[]
  /** A note below the reasons. */
  children: ComponentChildren
}

/** Why signatures were judged as they were; collapsed at first. */
export const ReasonList = ({ reasons, children }: ReasonListProps) => (
  <details>
    <summary>Reasons ({reasons.length})</summary>
    <ul>
      {reasons.map(({ code, text }) => (
        <li key={`${code} ${text}`}>
          {text} <span class="soft small mono">{code}</span>
        </li>
      ))}
    </ul>
    <p class="soft small">{children}</p>
  </details>
)
