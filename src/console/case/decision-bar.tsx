import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { CaseView } from '../../contract/console/console.ts'
import { reasonOf } from '../../ui/words.ts'
import { settle } from '../api.ts'
import { useKeys } from '../keys.ts'
import { Key } from '../parts.tsx'

type Verdict = 'approve' | 'reject'

/** Reasons that come often, for one key each; anything else is typed. */
const COMMON: Record<Verdict, readonly string[]> = {
  approve: [
    'Document and person belong together; the doubt came from the picture.',
    'A character was misread; the document itself agrees.',
    'Compared with the portrait by eye: the same person.',
  ],
  reject: [
    'The document was altered.',
    'The person is not the holder of the document.',
    'A copy or a screen, not the document itself.',
    'The pictures are too poor to decide.',
  ],
}

interface Props {
  id: string
  /** Why this case cannot be settled here. */
  refusal: string | undefined
  settled(status: CaseView['status']): void
}

/** A or R, a reason, Enter. The reason is kept for good with the reviewer's name. */
export function DecisionBar({ id, refusal, settled }: Props) {
  const [verdict, setVerdict] = useState<Verdict>()
  const choose = (choice: Verdict) => (refusal === undefined ? setVerdict(choice) : undefined)
  useKeys({ a: () => choose('approve'), r: () => choose('reject') })

  return (
    <footer class="decision">
      {refusal !== undefined ? (
        <p role="status">{refusal}</p>
      ) : verdict ? (
        <Reason id={id} verdict={verdict} cancel={() => setVerdict(undefined)} settled={settled} />
      ) : (
        <div class="choices">
          <button type="button" class="approve" onClick={() => choose('approve')}>
            Approve <Key>A</Key>
          </button>
          <button type="button" class="reject" onClick={() => choose('reject')}>
            Reject <Key>R</Key>
          </button>
          <span class="soft small">
            <kbd>J</kbd> <kbd>K</kbd> other cases
          </span>
        </div>
      )}
    </footer>
  )
}

interface ReasonProps {
  id: string
  verdict: Verdict
  cancel(): void
  settled(status: CaseView['status']): void
}

function Reason({ id, verdict, cancel, settled }: ReasonProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // Before anything else can be typed: the first letter after A or R belongs to the reason.
  useLayoutEffect(() => field.current?.focus(), [verdict])

  const send = async () => {
    if (!reason.trim() || busy) return
    setBusy(true)
    try {
      settled((await settle(id, verdict, reason)).status)
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' && !event.shiftKey) void send()
    else {
      const common = reason ? undefined : COMMON[verdict][Number(event.key) - 1]
      if (common === undefined) return
      setReason(common)
    }
    event.preventDefault()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div class="commons">
        {COMMON[verdict].map((text, at) => (
          <button key={text} type="button" class="quiet" onClick={() => setReason(text)}>
            <Key>{String(at + 1)}</Key> {text}
          </button>
        ))}
      </div>
      <label>
        {verdict === 'approve' ? 'Why do you approve?' : 'Why do you reject?'}
        <textarea
          ref={field}
          rows={2}
          maxLength={2000}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
          onKeyDown={press}
        />
      </label>
      <div class="choices">
        <button type="submit" class={verdict} disabled={busy || !reason.trim()}>
          {verdict === 'approve' ? 'Approve' : 'Reject'} <Key>Enter</Key>
        </button>
        <button type="button" class="quiet" onClick={cancel}>
          Back <Key>Esc</Key>
        </button>
        <span role="alert">{problem}</span>
      </div>
    </form>
  )
}
