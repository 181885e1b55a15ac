import { useState } from 'preact/hooks'
import type { ReviewSettings } from '../../contract/console/console-settings.ts'
import { Choice } from '../../ui/choice.tsx'
import type { FieldsProps } from './tenant-draft.tsx'

const FOUR_EYES = [
  ['off', 'One reviewer decides'],
  ['approvals', 'Two must agree to approve'],
  ['always', 'Two must agree on every verdict'],
] as const

/** How a tenant wants its cases reviewed: by how many, how soon, and with which reasons of its own. */
export function ReviewingFields({ draft, change, about }: FieldsProps) {
  const [reasons, setReasons] = useState(written(draft.rejectionReasons))
  return (
    <>
      <Choice
        class="wide"
        label="Verdicts"
        options={FOUR_EYES}
        value={draft.fourEyes}
        choose={(fourEyes) => change({ fourEyes })}
      />
      <label class="wide">
        Deadline for a verdict in hours (optional)
        <input
          type="number"
          min={1}
          max={720}
          value={draft.reviewHours ?? ''}
          onInput={({ currentTarget: { value } }) => change({ reviewHours: value ? Number(value) : null })}
        />
      </label>
      <label class="wide">
        Your own rejection reasons, one per line: CODE, then the sentence
        <textarea
          rows={5}
          value={reasons}
          placeholder="ON_A_LIST The person is on a list of ours."
          onInput={({ currentTarget: { value } }) => {
            setReasons(value)
            change({ rejectionReasons: readReasons(value) })
          }}
        />
        {about('rejectionReasons')}
      </label>
    </>
  )
}

const written = (reasons: ReviewSettings['rejectionReasons']): string =>
  reasons.map(({ code, text }) => `${code} ${text}`).join('\n')

function readReasons(text: string): ReviewSettings['rejectionReasons'] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [code = '', ...words] = line.split(/\s+/)
      return { code, text: words.join(' ') }
    })
}
