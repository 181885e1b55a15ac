import { useState } from 'preact/hooks'
import { Dot } from '../../ui/states.tsx'
import { addNote, escalate, settle } from '../api.ts'
import { Key } from '../parts.tsx'
import { AGAINST_WORDS, whatFollows } from '../words.ts'
import { ActForm, type ActProps, Numbered } from './act-form.tsx'

/** Common reasons, one key each; any other reason is typed. */
const APPROVALS = [
  'Document and person match; the doubt came from the picture.',
  'A character was misread; the document itself agrees.',
  'Compared with the portrait by eye: the same person.',
].map((text) => ({ code: text, text }))

/**
 * The reason: for a rejection a reason from the list and, if that is not enough, a text; for an approval a text. Where
 * something speaks against an approval, each finding is named and marked as seen, and no common reason is offered: the
 * text says why it is approved nevertheless.
 */
export function VerdictForm({ view, verdict, cancel, settled, stale }: ActProps & { verdict: 'approve' | 'reject' }) {
  const [words, write] = useState('')
  const [code, setCode] = useState<string>()
  const [named, setNamed] = useState<readonly string[]>([])
  const isRejection = verdict === 'reject'
  const against = isRejection ? [] : view.may.against
  const options = isRejection ? view.rejectionReasons : against.length ? [] : APPROVALS
  const choose = isRejection ? setCode : write
  const reason = words.trim()
  const chosen = code ?? (reason ? 'OTHER' : undefined)
  const isNamed = named.length === against.length
  const isReady = isRejection ? chosen !== undefined && (chosen !== 'OTHER' || reason !== '') : reason !== '' && isNamed
  const name = (finding: string) =>
    setNamed(named.includes(finding) ? named.filter((each) => each !== finding) : [...named, finding])

  const send = async () => {
    const { status } = await settle(view, {
      verdict,
      ...(reason && { reason }),
      ...(isRejection && chosen && { code: chosen }),
      ...(against.length > 0 && { against: against.map(({ code: finding }) => finding) }),
    })
    const done = isRejection ? 'Rejected.' : 'Approved.'
    settled(
      status === 'WAITING_FOR_MANUAL_APPROVE'
        ? `${done.slice(0, -1)} by you; a second reviewer must ${against.length ? 'confirm' : 'agree'}.`
        : `${done} ${whatFollows(view)}`,
    )
  }
  return (
    <ActForm
      label={
        isRejection
          ? 'Reason for rejection'
          : against.length
            ? 'Why do you approve although this speaks against it?'
            : 'Reason for approval'
      }
      words={words}
      write={write}
      digits={
        against.length
          ? against.map((each) => () => name(each.code))
          : options.map((option) => () => choose(option.code))
      }
      act={isRejection ? 'Reject' : against.length ? 'Approve nevertheless' : 'Approve'}
      tone={verdict}
      isReady={isReady}
      missing={
        !isNamed
          ? 'Mark each finding that you have looked at.'
          : against.length
            ? 'Write why you approve nevertheless.'
            : chosen === 'OTHER'
              ? 'Write the reason in the field above.'
              : 'Choose a reason, or write one.'
      }
      send={send}
      cancel={cancel}
      stale={stale}
    >
      {against.length > 0 ? (
        <Against findings={against} named={named} name={name} wantsConfirmed={view.may.wantsConfirmed} />
      ) : (
        <Numbered label="Reasons" options={options} chosen={isRejection ? code : words} choose={choose} />
      )}
    </ActForm>
  )
}

interface AgainstProps {
  findings: ActProps['view']['may']['against']
  named: readonly string[]
  name: (code: string) => void
  wantsConfirmed: boolean
}

/** What speaks against an approval: the reviewer marks each finding, by its digit or with the mouse. */
function Against({ findings, named, name, wantsConfirmed }: AgainstProps) {
  return (
    <fieldset class="against">
      <legend class="strong">This speaks against an approval</legend>
      {findings.map(({ code, reason }, at) => (
        <label key={code}>
          <input type="checkbox" checked={named.includes(code)} onChange={() => name(code)} />
          <Key>{String(at + 1)}</Key>
          <span>
            <Dot tone="bad">{AGAINST_WORDS[code]}</Dot> {reason}
          </span>
        </label>
      ))}
      {wantsConfirmed && <p class="small soft">A second reviewer has to confirm the approval.</p>}
    </fieldset>
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
