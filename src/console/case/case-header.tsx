import { useEffect, useRef } from 'preact/hooks'
import type { CaseView } from '../../contract/console/console-case.ts'
import type { Me } from '../../contract/console/console-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { atTime } from '../../ui/words.ts'
import { downloadEvidence } from '../api.ts'
import { Key, ModeBadge, StatusWord } from '../parts.tsx'
import { DeleteButton } from './delete-button.tsx'

interface Props {
  view: CaseView
  person: Me
  inReview: boolean
  removed: (() => void) | undefined
}

/** Whose case it is and where it stands, in two lines. */
export function CaseHeader({ view, person, inReview, removed }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const isFinal = view.completedUtc !== undefined && view.status !== 'WAITING_FOR_MANUAL_APPROVE'
  return (
    <header>
      <div>
        <a class="back small" href={`/console/${inReview ? 'queue' : 'sessions'}${location.search}`}>
          ‹ {inReview ? 'Queue' : 'Sessions'} <Key>{inReview ? 'Q' : 'Esc'}</Key>
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
        {isFinal && <Button word="Evidence" act={() => downloadEvidence(view.id)} />}
        {removed && person.role === 'admin' && <DeleteButton id={view.id} removed={removed} />}
      </div>
    </header>
  )
}
