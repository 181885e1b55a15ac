import { Answers, Said } from '../../../apps/console/case/answers.tsx'
import { Table } from '../../../apps/ui/table.tsx'
import { atTime, plain } from '../../../apps/ui/words.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import type { CaseHit, CaseWatchlist } from '../contract/watchlist.ts'
import { answerHit } from './api.ts'

/** Listed persons who may be this person, each next to the data of the document, with the reason for the match. */
export function Watchlist({ view, changed }: { view: CaseView; changed: () => void }) {
  const found = view.watchlist
  if (!found) return null
  return (
    <section aria-label="Lists" class="factors">
      <h3>Lists</h3>
      <p class="small soft">
        {found.lists.length
          ? `Compared with ${found.lists.map(listWords).join(', ')}; ${found.threshold} points or more are a hit.`
          : 'There is no list to compare the person with.'}
        {found.lists.length > 0 && found.hits.length === 0 && ' Nobody was found.'}
      </p>
      {found.hits.map((hit) => (
        <Hit key={`${hit.list} ${hit.entryId}`} id={view.id} person={found.person} hit={hit} changed={changed} />
      ))}
    </section>
  )
}

type Answer = 'same' | 'other'
const ANSWERS: Record<Answer, string> = { same: 'Is this person', other: 'Is another person' }

interface HitProps {
  id: string
  person: CaseWatchlist['person']
  hit: CaseHit
  changed: () => void
}

function Hit({ id, person, hit, changed }: HitProps) {
  const say = (answer: Answer, reason: string) =>
    answerHit(id, { list: hit.list, entryId: hit.entryId, answer, reason }).then(changed)
  const rows: [string, string[], string[]][] = [
    ['Names', person.names, hit.names.map(({ text, isWeak }) => (isWeak ? `${text} (weak alias)` : text))],
    ['Born', person.births, hit.births],
    ['Countries', person.countries, hit.countries],
    ['Sex', person.sex ? [person.sex] : [], hit.sex ? [hit.sex] : []],
    ['Numbers', person.identifiers, hit.identifiers],
    ['Listed for', [], hit.topics],
  ]
  const standing = hit.answer?.answer ?? (hit.isDismissed ? 'other' : undefined)
  return (
    <details open={standing === undefined}>
      <summary>
        <span class="what">
          <span class="strong">{hit.names[0]?.text ?? hit.identifiers[0] ?? 'A face'}</span>{' '}
          <span class="soft">
            {hit.blocked ? 'your own blocklist' : `${hit.list} ${hit.entryId}`}
            {standing && `: ${ANSWERS[standing].toLowerCase()}`}
          </span>
        </span>
        <span class="number">{hit.score}</span>
      </summary>
      <div class="evidence">
        {hit.blocked && (
          <p>
            <span class="strong">On the blocklist: {hit.blocked.reason}</span>{' '}
            <span class="soft small">
              {hit.blocked.by}, {atTime(hit.blocked.atUtc)}
            </span>
          </p>
        )}
        <Table
          rows={rows}
          keyOf={([what]) => what}
          columns={[
            { head: 'Field', isName: true, cell: ([what]) => what },
            { head: 'Document', cell: ([, ours]) => ours.join(', ') || '–' },
            { head: 'List', cell: ([, , theirs]) => theirs.join(', ') || '–' },
          ]}
        />
        <dl>
          {hit.features.map(({ feature, points, detail }) => (
            <div key={feature}>
              <dt>{plain(feature)}</dt>
              <dd>
                {points > 0 && '+'}
                {points.toFixed(2)} {detail}
              </dd>
            </div>
          ))}
        </dl>
        {hit.url !== undefined && (
          <p>
            <a href={hit.url} target="_blank" rel="noreferrer noopener">
              The entry at its source
            </a>
          </p>
        )}
        {hit.answer && <Said {...hit.answer} what={`${hit.answer.by}: ${ANSWERS[hit.answer.answer].toLowerCase()}`} />}
        {hit.isDismissed && !hit.answer && (
          <p class="soft small">
            A reviewer said in an earlier session that these are two people; neither has changed since.
          </p>
        )}
        <Answers answers={ANSWERS} say={say} />
      </div>
    </details>
  )
}

/** The tenant's own list has no versions. */
const listWords = ({ name, version, sourceDate }: CaseWatchlist['lists'][number]): string =>
  version === 0 ? 'your own blocklist' : `${name} (version ${version}${sourceDate ? ` of ${sourceDate}` : ''})`
