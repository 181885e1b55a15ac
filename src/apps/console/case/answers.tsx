import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form.tsx'
import { atTime } from '../../ui/words.ts'

interface AnswersProps<Answer extends string> {
  /** Each with its label. */
  answers: Record<Answer, string>
  say: (answer: Answer, reason: string) => Promise<unknown>
}

/** The answers that a reviewer can give, with a reason: both are kept permanently. */
export function Answers<Answer extends string>({ answers, say }: AnswersProps<Answer>) {
  const [reason, write] = useState('')
  return (
    <>
      <Field label="Why" value={reason} maxLength={2000} write={write} />
      <div class="choices">
        {(Object.keys(answers) as Answer[]).map((answer) => (
          <Button
            key={answer}
            word={answers[answer]}
            disabled={reason.trim() === ''}
            act={() => say(answer, reason.trim()).then(() => write(''))}
          />
        ))}
      </div>
    </>
  )
}

/** An earlier answer, with its author and time. */
export function Said({ what, atUtc, reason }: { what: string; atUtc: string; reason: string }) {
  return (
    <p>
      <span class="strong">{what}</span> <span class="soft small">{atTime(atUtc)}</span> {reason}
    </p>
  )
}
