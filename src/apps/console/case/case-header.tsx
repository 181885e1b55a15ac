import { useEffect, useRef, useState } from 'preact/hooks'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { Button, useAct } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/states.tsx'
import { atTime } from '../../ui/words.ts'
import { downloadEvidence, remove } from '../api.ts'
import { Icon, Key, ModeBadge, StatusWord } from '../parts.tsx'

interface Props {
  view: CaseView
  person: Me
  inReview: boolean
  removed: (() => void) | undefined
}

/** Whose case it is and its status, in two lines. */
export function CaseHeader({ view, person, inReview, removed }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const isFinal = view.completedUtc !== undefined && view.status !== 'WAITING_FOR_MANUAL_APPROVE'
  return (
    <header>
      <div>
        <a class="back small" href={`/console/${inReview ? 'queue' : 'sessions'}${location.search}`}>
          <Icon name="back" /> {inReview ? 'Queue' : 'Sessions'} <Key>{inReview ? 'Q' : 'Esc'}</Key>
        </a>
        <h2 ref={heading} tabIndex={-1}>
          {[view.name, view.documentName ?? 'No document yet'].filter(Boolean).join(' · ')}{' '}
          <ModeBadge mode={view.mode} />
        </h2>
        <p class="soft small">
          <StatusWord status={view.status} /> <span class="mono">{view.id}</span> · {view.tenant} ·{' '}
          {atTime(view.createdUtc)}
          {view.externalId !== undefined && ` · ${view.externalId}`}
        </p>
      </div>
      <div class="tools">
        {view.status === 'WAITING_FOR_MANUAL_APPROVE' && !inReview && (
          <a class="button" href={`/console/queue/${view.id}`}>
            Review
          </a>
        )}
        {isFinal && <Button word="Download evidence" act={() => downloadEvidence(view.id)} />}
        {removed && person.role === 'admin' && <DeleteButton id={view.id} removed={removed} />}
      </div>
    </header>
  )
}

const CHARACTERS = 8

/** Asks for confirmation in a dialog, with the first characters of the id. A deleted session cannot be restored. */
function DeleteButton({ id, removed }: { id: string; removed: () => void }) {
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const { busy, problem, act } = useAct()
  const start = id.slice(0, CHARACTERS)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed === start) void act(() => remove(id).then(removed))
  }
  return (
    <>
      <Button class="danger" word="Delete" act={() => setAsking(true)} />
      {asking && (
        <Dialog title="Delete this session?" close={() => setAsking(false)}>
          <p>
            Pictures, fields, factors and scores are permanently deleted, here and for the integrator. The audit log
            keeps who deleted the session and when.
          </p>
          <form onSubmit={submit}>
            <label>
              Type <span class="mono">{start}</span> to confirm
              <input
                value={typed}
                autocomplete="off"
                spellcheck={false}
                maxLength={CHARACTERS}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            </label>
            <Problem problem={problem} />
            <div class="choices">
              <button type="submit" class="danger" disabled={busy || typed !== start}>
                Delete permanently
              </button>
              <Button class="quiet" word="Cancel" act={() => setAsking(false)} />
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
