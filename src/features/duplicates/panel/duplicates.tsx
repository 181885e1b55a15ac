import { useState } from 'preact/hooks'
import { Answers, Said } from '../../../apps/console/case/answers.tsx'
import { Face } from '../../../apps/console/case/faces.tsx'
import { Thumbnail } from '../../../apps/console/thumbnail.tsx'
import { STATUS_WORDS } from '../../../apps/console/words.ts'
import { Failed, Loading } from '../../../apps/ui/states.tsx'
import { Table } from '../../../apps/ui/table.tsx'
import { useAnswer } from '../../../apps/ui/use-answer.ts'
import { atTime, plain } from '../../../apps/ui/words.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import type { CasePairView, PairResponse, PairSide } from '../contract/pairs.ts'
import { answerPair, readPair } from './api.ts'
import styles from './duplicates.module.css'

type Answer = NonNullable<CasePairView['answer']>['answer']

const REASONS: Record<CasePairView['by'][number], string> = {
  documentNumber: 'document number',
  face: 'face',
  documentPicture: 'picture of the document',
}
const ANSWERS: Record<Answer, string> = {
  same: 'Same person',
  alike: 'Twins or lookalikes',
  other: 'Not the same',
}

/** Other sessions with the document or the face of this one. Each opens next to it. */
export function Duplicates({ view, changed }: { view: CaseView; changed: () => void }) {
  const { id, duplicates = [] } = view
  if (!duplicates.length) return null
  const count = (by: CasePairView['by'][number]) => duplicates.filter((pair) => pair.by.includes(by)).length
  const counted = (Object.keys(REASONS) as CasePairView['by'])
    .filter((by) => count(by) > 0)
    .map((by) => `${REASONS[by]} (${count(by)})`)
  return (
    <section aria-label="Other sessions" class="factors">
      <h3>Other sessions</h3>
      {counted.length > 0 && <p class="small soft">Seen in other sessions: {counted.join(', ')}.</p>}
      {duplicates.map((pair) => (
        <Pair key={pair.sessionId} id={id} pair={pair} changed={changed} />
      ))}
    </section>
  )
}

/** Its contents are fetched when it is opened, since every access to another case is recorded. */
function Pair({ id, pair, changed }: { id: string; pair: CasePairView; changed: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const said = pair.answer ? ANSWERS[pair.answer.answer].toLowerCase() : pair.isSettled ? 'not the same' : undefined
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Thumbnail id={pair.sessionId} name={pair.thumbnail} />
        <span class="what">
          <span class="strong">{pair.name ?? 'Name not read'}</span>{' '}
          <span class="soft">
            {pair.by.map((by) => REASONS[by]).join(', ')}
            {said && `: ${said}`}
          </span>{' '}
          <span class="mono soft small">{pair.sessionId.slice(0, 8)}</span>
        </span>
      </summary>
      {isOpen && <SideBySide id={id} pair={pair} changed={changed} />}
    </details>
  )
}

function SideBySide({ id, pair, changed }: { id: string; pair: CasePairView; changed: () => void }) {
  const asked = useAnswer(() => readPair(id, pair.sessionId), [id, pair.sessionId])
  const compared = asked.value
  if (asked.problem !== undefined) return <Failed problem={asked.problem} again={asked.again} />
  if (!compared) return <Loading what="the other session" lines={4} />
  const say = async (answer: Answer, reason: string) => {
    await answerPair(id, pair.sessionId, { answer, reason })
    asked.again()
    changed()
  }
  return (
    <div class={`evidence ${styles.pair}`}>
      <div class={styles.sides}>
        <Side title="This case" side={compared.here} />
        <Side title="Other session" side={compared.there} />
      </div>
      {compared.faceScore !== undefined && (
        <p class="small soft">The selfies match with {compared.faceScore.toFixed(1)} of 100.</p>
      )}
      <FieldTable fields={compared.fields} />
      {compared.answer && (
        <Said {...compared.answer} what={`${compared.answer.by}: ${ANSWERS[compared.answer.answer].toLowerCase()}`} />
      )}
      {compared.isSettled && (
        <p class="soft small">
          A reviewer said before that these are two people, so this case was not referred because of the face.
        </p>
      )}
      <Answers answers={ANSWERS} say={say} />
    </div>
  )
}

function Side({ title, side }: { title: string; side: PairSide }) {
  const { sessionId, portrait, selfie, documentName, externalId } = side
  return (
    <section aria-label={title}>
      <p>
        <a href={`/console/sessions/${sessionId}`}>{title}</a>{' '}
        <span class="soft small">
          {STATUS_WORDS[side.status].word}, {atTime(side.createdUtc)}
        </span>
      </p>
      <div class="side-by-side">
        {portrait && <Face id={sessionId} name={portrait.image} title={`${title}: portrait`} eyes={portrait.eyes} />}
        {selfie && <Face id={sessionId} name={selfie.image} title={`${title}: selfie`} eyes={selfie.eyes} />}
      </div>
      <p class="small soft">{[documentName, externalId].filter(Boolean).join(', ')}</p>
    </section>
  )
}

function FieldTable({ fields }: { fields: PairResponse['fields'] }) {
  return (
    <Table
      isCompared
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        { head: 'Field', isName: true, cell: ({ name }) => plain(name) },
        { head: 'This case', cell: ({ here }) => <Stated text={here} /> },
        { head: 'Other session', cell: ({ there }) => <Stated text={there} /> },
        {
          head: 'Agree',
          cell: ({ agrees }) =>
            agrees === undefined ? '' : agrees ? <span class="soft">agrees</span> : <span class="strong">differs</span>,
        },
      ]}
    />
  )
}

/** A value of a field; a date stays on one line. */
const Stated = ({ text = '–' }: { text: string | undefined }) => (
  <span class={/^\d{4}-\d\d-\d\d$/.test(text) ? 'nowrap' : undefined}>{text}</span>
)
