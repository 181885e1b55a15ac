import { useState } from 'preact/hooks'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { atSecond, atTime, plain } from '../../ui/words.ts'
import { Forged } from '../parts.tsx'
import { historyLines } from './history-lines.ts'
import { Picture } from './picture.tsx'

/** What the person consented to, and when. */
function Agreed({ consent }: { consent: NonNullable<CaseView['consent']> }) {
  const { by, givenUtc, textVersion, lang, text, keepFace } = consent
  return (
    <details class="consent">
      <summary>
        Consent given {by === 'page' ? 'on the hosted page' : 'to the integrator'}, {atTime(givenUtc)}
      </summary>
      <p class="small soft">
        Version {textVersion}
        {lang && `, ${lang}`}
        {keepFace && '. The face may be kept to recognize the person later'}
      </p>
      {text?.split('\n').map((sentence) => (
        <p key={sentence} lang={lang}>
          {sentence}
        </p>
      ))}
    </details>
  )
}

/** Everything that happened to the case, newest first. Consecutive views are one line, which can be hidden. */
export function History({ view }: { view: CaseView }) {
  const [looks, setLooks] = useState(false)
  const lines = historyLines(view)
  const shown = looks ? lines : lines.filter(({ isLook }) => !isLook)
  return (
    <section aria-label="History" class="history">
      {view.consent && <Agreed consent={view.consent} />}
      {view.ageAnswer && (
        <p>
          At least {view.ageAnswer.atLeast}: {view.ageAnswer.answer}. Nothing else was stored.
        </p>
      )}
      {view.faceForgottenUtc && <p class="small">Face forgotten, {atTime(view.faceForgottenUtc)}</p>}
      <details>
        <summary>History ({lines.length})</summary>
        <label class="check">
          <input type="checkbox" checked={looks} onChange={(event) => setLooks(event.currentTarget.checked)} /> Show
          views
        </label>
        <ol>
          {shown.map(({ atUtc, who, what, words, isForged }, at) => (
            <li key={at}>
              <p>
                <span class="strong">{who}</span> {what} {isForged && <Forged />}{' '}
                <time class="soft small" dateTime={atUtc}>
                  {atSecond(atUtc)}
                </time>
              </p>
              {words !== undefined && <p class="soft">{words}</p>}
            </li>
          ))}
        </ol>
      </details>
      <Earlier view={view} />
    </section>
  )
}

/** Pictures and scores from before a new picture was sent. */
function Earlier({ view: { id, earlier } }: { view: CaseView }) {
  return (
    <>
      {earlier.map(({ untilUtc, score, images }, at) => (
        <details key={untilUtc}>
          <summary>
            Before the new picture of {atTime(untilUtc)}: score {score}
          </summary>
          {images
            .filter((name) => SHOWN.includes(name))
            .map((name) => (
              <Picture key={name} id={id} name={`${name}?earlier=${at + 1}`} title={`Earlier: ${plain(name)}`} />
            ))}
        </details>
      ))}
    </>
  )
}

const SHOWN = ['original_normalized_FRONT', 'original_normalized_BACK', 'face_cropped']
