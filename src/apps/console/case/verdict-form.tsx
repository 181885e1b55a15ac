import { useState } from 'preact/hooks'
import { addNote, escalate, settle } from '../api.ts'
import { whatFollows } from '../words.ts'
import { ActForm, type ActProps, Numbered } from './act-form.tsx'

/** Common reasons, one key each; any other reason is typed. */
const APPROVALS = [
  'Document and person match; the doubt came from the picture.',
  'A character was misread; the document itself agrees.',
  'Compared with the portrait by eye: the same person.',
].map((text) => ({ code: text, text }))

/** The reason: for an approval a text, for a rejection a reason from the list and, if that is not enough, a text. */
export function VerdictForm({ view, verdict, cancel, settled, stale }: ActProps & { verdict: 'approve' | 'reject' }) {
  const [words, write] = useState('')
  const [code, setCode] = useState<string>()
  const isRejection = verdict === 'reject'
  const options = isRejection ? view.rejectionReasons : APPROVALS
  const choose = isRejection ? setCode : write
  const reason = words.trim()
  const chosen = code ?? (reason ? 'OTHER' : undefined)
  const isReady = isRejection ? chosen !== undefined && (chosen !== 'OTHER' || reason !== '') : reason !== ''

  const send = async () => {
    const { status } = await settle(view, {
      verdict,
      ...(reason && { reason }),
      ...(isRejection && chosen && { code: chosen }),
    })
    const done = isRejection ? 'Rejected.' : 'Approved.'
    settled(
      status === 'WAITING_FOR_MANUAL_APPROVE'
        ? `${done.slice(0, -1)} by you; a second reviewer must agree.`
        : `${done} ${whatFollows(view)}`,
    )
  }
  return (
    <ActForm
      label={isRejection ? 'Reason for rejection' : 'Reason for approval'}
      words={words}
      write={write}
      digits={options.map((option) => () => choose(option.code))}
      act={isRejection ? 'Reject' : 'Approve'}
      tone={verdict}
      isReady={isReady}
      missing={chosen === 'OTHER' ? 'Write the reason in the field above.' : 'Choose a reason, or write one.'}
      send={send}
      cancel={cancel}
      stale={stale}
    >
      <Numbered label="Reasons" options={options} chosen={isRejection ? code : words} choose={choose} />
    </ActForm>
  )
}

/** The actions that take only a text: a note, or an escalation to another reviewer. */
export function WordsForm({ view, act, cancel, settled, stale }: ActProps & { act: 'escalate' | 'note' }) {
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
