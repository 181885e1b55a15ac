import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CaseView } from '../../contract/console/console-case.ts'
import { useCommands } from '../commands.ts'
import { useKeys } from '../keys.ts'
import { Key } from '../parts.tsx'
import type { Changes } from './news.tsx'
import { PictureForm } from './picture-form.tsx'
import { VerdictForm } from './verdict-form.tsx'
import { WordsForm } from './words-form.tsx'

type Act = 'approve' | 'reject' | 'new-picture' | 'escalate' | 'note'

interface Props {
  view: CaseView
  /** Why this case cannot be settled here. */
  refusal: string | undefined
  /** What an admin can do about a case that somebody else has in hand. */
  free?: ComponentChildren
  /** Called with a sentence about what was done, when the case has left this account. */
  settled(words: string): void
  /** Something about the case has changed; it stays in hand. */
  changed(): void
  /** Nothing was done, because others have changed the case since it was shown. */
  stale(changes: Changes): void
}

/** A key that was meant for the case before must not act on the one that has just come up. */
const ARMED_MS = 400

function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ARMED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isArmed
}

/** A letter, a reason, Enter. What was done is kept for good with the reviewer's name. */
export function DecisionBar({ view, refusal, free, settled, changed, stale }: Props) {
  const [act, setAct] = useState<Act>()
  const mayAct = refusal === undefined
  const maySettle = mayAct && view.may.settle
  const mayAsk = mayAct && view.may.ask.length > 0
  const isArmed = useArmed()
  const footer = useRef<HTMLElement>(null)
  const acts = [
    maySettle && (['a', 'Approve', 'approve'] as const),
    maySettle && (['r', 'Reject', 'reject'] as const),
    mayAsk && (['p', 'Ask for a new picture', 'new-picture'] as const),
    maySettle && (['e', 'Escalate', 'escalate'] as const),
    ['o', 'Add a note', 'note'] as const,
  ].filter((each) => each !== false)
  useKeys(isArmed ? Object.fromEntries(acts.map(([key, , of]) => [key, () => setAct(of)])) : {})
  useCommands(acts.map(([key, name, of]) => ({ name, key: key.toUpperCase(), run: () => setAct(of) })))
  const cancel = () => {
    setAct(undefined)
    // What had the focus is gone: it goes to the case's heading, and not to the page.
    footer.current?.closest('.case')?.querySelector('h2')?.focus({ preventScroll: true })
  }
  const common = {
    view,
    cancel,
    settled,
    stale: (changes: Changes) => {
      cancel()
      stale(changes)
    },
  }

  return (
    <footer ref={footer} class="decision" data-armed={isArmed || undefined}>
      {act === 'approve' || act === 'reject' ? (
        <VerdictForm key={act} verdict={act} {...common} />
      ) : act === 'new-picture' ? (
        <PictureForm {...common} />
      ) : act === 'escalate' ? (
        <WordsForm act="escalate" {...common} />
      ) : act === 'note' ? (
        <WordsForm
          act="note"
          {...common}
          settled={() => {
            cancel()
            changed()
          }}
        />
      ) : (
        <div class="choices">
          {!mayAct && <p role="status">{refusal}</p>}
          {!mayAct && free}
          {mayAct && !view.may.settle && (
            <p role="status">You have given your verdict. A second reviewer must look at it.</p>
          )}
          {maySettle && (
            <>
              <button type="button" class="approve" onClick={() => setAct('approve')}>
                Approve <Key>A</Key>
              </button>
              <button type="button" class="reject" onClick={() => setAct('reject')}>
                Reject <Key>R</Key>
              </button>
            </>
          )}
          {mayAsk && (
            <button type="button" class="third" onClick={() => setAct('new-picture')}>
              New picture <Key>P</Key>
            </button>
          )}
          {maySettle && (
            <button type="button" class="quiet" onClick={() => setAct('escalate')}>
              Escalate <Key>E</Key>
            </button>
          )}
          <button type="button" class="quiet" onClick={() => setAct('note')}>
            Note <Key>O</Key>
          </button>
        </div>
      )}
    </footer>
  )
}
