import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useCommands, useKeys } from '../commands.ts'
import { Key } from '../parts.tsx'
import type { ActProps } from './act-form.tsx'
import { PictureForm } from './picture-form.tsx'
import type { Changes } from './standing.tsx'
import { VerdictForm, WordsForm } from './verdict-form.tsx'

interface Props extends Omit<ActProps, 'cancel'> {
  /** Why this case cannot be decided here. */
  refusal: string | undefined
  /** What an admin can do about a case that another reviewer has claimed. */
  free?: ComponentChildren
  /** Something about the case has changed; it stays claimed. */
  changed(): void
}

/** The actions, in the order of the buttons; the palette shows the full label. */
const ACTS = [
  { key: 'a', act: 'approve', word: 'Approve', does: 'Approve', look: 'approve' },
  { key: 'r', act: 'reject', word: 'Reject', does: 'Reject', look: 'reject' },
  { key: 'p', act: 'new-picture', word: 'New picture', does: 'Request a new picture', look: 'third' },
  { key: 'e', act: 'escalate', word: 'Escalate', does: 'Escalate', look: 'quiet' },
  { key: 'o', act: 'note', word: 'Note', does: 'Add a note', look: 'quiet' },
] as const

/** A key that was meant for the previous case must not act on the one that has just appeared. */
const ARMED_MS = 500

function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ARMED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isArmed
}

/** A key, a reason, Enter. The verdict is kept permanently with the reviewer's name. */
export function DecisionBar({ view, refusal, free, settled, changed, stale }: Props) {
  const [act, setAct] = useState<(typeof ACTS)[number]['act']>()
  const mayAct = refusal === undefined
  const maySettle = mayAct && view.may.settle
  const mayAsk = mayAct && view.may.ask.length > 0
  const isArmed = useArmed()
  const footer = useRef<HTMLElement>(null)
  const acts = ACTS.filter(({ act: name }) => (name === 'note' ? true : name === 'new-picture' ? mayAsk : maySettle))
  useKeys(isArmed ? Object.fromEntries(acts.map(({ key, act: name }) => [key, () => setAct(name)])) : {})
  useCommands(acts.map(({ key, act: name, does }) => ({ name: does, key: key.toUpperCase(), run: () => setAct(name) })))
  const cancel = () => {
    setAct(undefined)
    // The focused element is gone: the focus moves to the case's heading, not to the page.
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
            <p role="status">You have given your verdict. A second reviewer must decide too.</p>
          )}
          {acts.map(({ key, act: name, word, look }) => (
            <button key={key} type="button" class={look} onClick={() => setAct(name)}>
              {word} <Key>{key.toUpperCase()}</Key>
            </button>
          ))}
        </div>
      )}
    </footer>
  )
}
