import { useState } from 'preact/hooks'
import type { Problem } from '../../../kernel/contract/problem.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { Button } from '../../ui/button.tsx'
import { atTime, plain } from '../../ui/words.ts'
import { makePictureLink } from '../api.ts'
import { AGAINST_WORDS, PART_WORDS } from '../words.ts'
import { Said } from './answers.tsx'
import { historyLines } from './history-lines.ts'

const DONE: Record<CaseView['acts'][number]['act'], string> = {
  approve: 'approved',
  reject: 'rejected',
  escalate: 'escalated',
  'new-picture': 'requested a new picture',
  note: 'added a note',
  undo: '',
}

/** What colleagues have said about a waiting case, and what the person was asked for: to read before deciding. */
export function Standing({ view }: { view: CaseView }) {
  const { status, acts, newPictures } = view
  if (status !== 'WAITING_FOR_MANUAL_APPROVE') return null
  const said = acts.filter(({ act, isUndone }) => !isUndone && act !== 'new-picture')
  const pictureRequest = newPictures.at(-1)
  if (!said.length && !pictureRequest) return null
  return (
    <section class="standing" aria-label="Comments">
      {pictureRequest && (
        <p>
          <span class="strong">
            {pictureRequest.answeredUtc ? 'New picture received' : 'Waiting for the person'}:{' '}
            {PART_WORDS[pictureRequest.of]}
          </span>{' '}
          ({plain(pictureRequest.reason).toLowerCase()}), requested by {pictureRequest.by}{' '}
          {atTime(pictureRequest.askedUtc)}
          {pictureRequest.answeredUtc
            ? `, received ${atTime(pictureRequest.answeredUtc)}.`
            : `, until ${atTime(pictureRequest.untilUtc)}.`}
          {pictureRequest.sentence !== undefined && ` “${pictureRequest.sentence}”`}
        </p>
      )}
      {pictureRequest && !pictureRequest.answeredUtc && <PassedOn view={view} />}
      {said.map(({ reviewer, act, reason, atUtc, against = [] }) => (
        <Said
          key={`${atUtc}${act}`}
          what={`${reviewer} ${DONE[act]}${against.length ? ` against: ${against.map((each) => AGAINST_WORDS[each].toLowerCase()).join(', ')}` : ''}`}
          atUtc={atUtc}
          reason={reason}
        />
      ))}
    </section>
  )
}

/** Whether somebody passes the link on to the person; the reviewer can always do so. */
function PassedOn({ view: { id, passedOnTo } }: { view: CaseView }) {
  const [link, setLink] = useState<string>()
  const copy = async () => {
    const { url } = await makePictureLink(id)
    setLink(url)
    await navigator.clipboard?.writeText(url).catch(() => undefined) // the link is shown anyway
  }
  return (
    <>
      <p class={passedOnTo === undefined ? 'warn' : 'soft'}>
        {passedOnTo === undefined
          ? 'Nobody is notified: no webhook URL is set. Send the link to the person yourself.'
          : `${passedOnTo} is notified and passes the link on to the person.`}{' '}
        <Button class="tiny" word={link === undefined ? 'Copy link' : 'Copied'} act={copy} /> Whoever copies it leaves
        the verdict to another reviewer.
      </p>
      {link !== undefined && <input class="mono" aria-label="Link for the person" readOnly value={link} />}
    </>
  )
}

export type Changes = NonNullable<Problem['changes']>

/** What changed in a case between viewing it and the verdict, which was therefore not accepted. */
export function News({ view, changes }: { view: CaseView; changes: Changes }) {
  const isNew = (entry: CaseView['history'][number]) =>
    changes.some(
      ({ atUtc, actor, action }) => atUtc === entry.atUtc && actor === entry.actor && action === entry.action,
    )
  const lines = historyLines({ ...view, history: view.history.filter(isNew) }).toReversed()
  return (
    <section class="standing" role="alert">
      <p>
        <span class="strong">This case has changed since you opened it.</span> Nothing was saved. Review it again.
      </p>
      {lines.map(({ atUtc, who, what, words }) => (
        <p key={`${atUtc}${what}`}>
          <span class="strong">{who}</span> <span class="soft small">{atTime(atUtc)}</span> {what}
          {words !== undefined && `: ${words}`}
        </p>
      ))}
    </section>
  )
}
