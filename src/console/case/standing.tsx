import type { CaseView } from '../../contract/console/console.ts'
import { atTime, plain } from '../../ui/words.ts'

const DONE: Record<CaseView['acts'][number]['act'], string> = {
  approve: 'approves',
  reject: 'rejects',
  escalate: 'escalates',
  'new-picture': 'asked for a new picture',
  note: 'notes',
  undo: '',
}

/** What colleagues have said of a case that waits, and what the person was asked for: before anybody says something else. */
export function Standing({ view: { status, acts, newPictures } }: { view: CaseView }) {
  if (status !== 'WAITING_FOR_MANUAL_APPROVE') return null
  const said = acts.filter(({ act, isUndone }) => !isUndone && act !== 'new-picture')
  const pictureRequest = newPictures.at(-1)
  if (!said.length && !pictureRequest) return null
  return (
    <section class="standing" aria-label="What was said">
      {pictureRequest && (
        <p>
          <span class="strong">
            {pictureRequest.answeredUtc ? 'A new picture has come' : 'Waits for the person'}: {PARTS[pictureRequest.of]}
          </span>{' '}
          ({plain(pictureRequest.reason).toLowerCase()}), asked for by {pictureRequest.by}{' '}
          {atTime(pictureRequest.askedUtc)}
          {pictureRequest.answeredUtc
            ? `, came ${atTime(pictureRequest.answeredUtc)}.`
            : `, until ${atTime(pictureRequest.untilUtc)}.`}
          {pictureRequest.sentence !== undefined && ` “${pictureRequest.sentence}”`}
        </p>
      )}
      {said.map(({ reviewer, act, reason, atUtc }) => (
        <p key={`${atUtc}${act}`}>
          <span class="strong">
            {reviewer} {DONE[act]}
          </span>{' '}
          <span class="soft small">{atTime(atUtc)}</span> {reason}
        </p>
      ))}
    </section>
  )
}

const PARTS = { FRONT: 'front', BACK: 'back', FACE: 'selfie' } as const
