import { usePicture } from '../../../apps/console/case/use-picture.ts'
import { Failed } from '../../../apps/ui/states.tsx'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import styles from './challenge-strip.module.css'

/** The frames of the challenge as a row of small pictures, with what was asked and whether it was passed. */
export function ChallengeStrip({ view: { id, images, challenge } }: { view: CaseView }) {
  const frames = images.filter((name) => name.startsWith('challenge_'))
  if (!challenge) return null
  return (
    // The row scrolls if it is too long, also by keyboard once it has the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus
    <section class={styles.challenge} aria-label="Challenge" tabIndex={0}>
      <h3>
        Challenge: {challenge.asked.join(', ') || 'none open'}.{' '}
        <span class={challenge.passed ? 'good' : 'warn'}>{challenge.passed ? 'Passed' : 'Not passed'}</span>
      </h3>
      {frames.length > 0 && (
        <div class={styles.strip}>
          {frames.map((name, at) => (
            <Frame key={name} id={id} name={name} title={`Frame ${at + 1} of the challenge`} />
          ))}
        </div>
      )}
      <ul>
        {challenge.findings.map(({ check, passed, reason }) => (
          <li key={check}>
            <span class="strong">{passed ? 'Yes' : 'No'}</span> {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Frame({ id, name, title }: { id: string; name: string; title: string }) {
  const { value, problem, again } = usePicture(id, name)
  if (problem) return <Failed problem={problem} again={again} />
  return value ? <img src={value} alt={title} /> : <span class="skeleton" aria-hidden="true" />
}
