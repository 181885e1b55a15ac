import { useState } from 'preact/hooks'
import type { CaseView } from '../../contract/console/console-case.ts'
import { addNote, escalate } from '../api.ts'
import { ActForm } from './act-form.tsx'
import type { Changes } from './news.tsx'

interface Props {
  view: CaseView
  act: 'escalate' | 'note'
  cancel(): void
  settled(words: string): void
  stale(changes: Changes): void
}

/** What takes words alone: a note, or a case that is left to somebody else. */
export function WordsForm({ view, act, cancel, settled, stale }: Props) {
  const [words, write] = useState('')
  const send = async () => {
    if (act === 'note') await addNote(view.id, words.trim())
    else await escalate(view, words.trim())
    settled(act === 'note' ? 'Note saved.' : 'Escalated.')
  }
  return (
    <ActForm
      label={act === 'note' ? 'Note for colleagues' : 'What should another reviewer look at?'}
      words={words}
      write={write}
      act={act === 'note' ? 'Save note' : 'Escalate'}
      isReady={words.trim() !== ''}
      missing={act === 'note' ? 'Write the note first.' : 'Write what another reviewer should look at.'}
      send={send}
      cancel={cancel}
      stale={stale}
    />
  )
}
