import type { QueueCase } from '../../../kernel/review/contract/console-queue.ts'
import { Dot } from '../../ui/states.tsx'
import { plain } from '../../ui/words.ts'
import { Thumbnail } from '../thumbnail.tsx'
import { headlineWords, isUnproven, since, until } from '../words.ts'

/** The column heads of the queue, shown if there is room for columns. */
export function QueueHead() {
  return (
    <div class="queue-head small soft" aria-hidden="true">
      <span class="who">Person</span>
      <span class="why">Reason</span>
      <span class="score">Score</span>
      <span class="what">Document</span>
      <span class="since">Waiting</span>
      <span class="state">State</span>
    </div>
  )
}

/** One waiting case: who, why, its score, how long it has waited, and who has claimed it. */
export function QueueRow({ waiting, open, me }: { waiting: QueueCase; open: boolean; me: string }) {
  const { id, tenant, documentType, country, waitingSinceUtc, claimedBy, externalId } = waiting
  const { name, thumbnail, score, cause, isRisky, isUnread } = waiting
  const inHand = claimedBy && claimedBy !== me
  return (
    <li>
      <a
        href={`/console/queue/${id}${location.search}`}
        aria-current={open ? 'true' : undefined}
        class={inHand ? 'taken' : ''}
      >
        <Thumbnail id={id} name={thumbnail} />
        <span class="who">
          <span class="strong">{name ?? externalId ?? 'Name not read'}</span>
          <span class="soft small">{name && externalId ? `${externalId} · ${tenant}` : tenant}</span>
        </span>
        <span class="why">
          <Dot tone={isRisky ? 'bad' : isUnproven(cause, isUnread) ? 'soft' : 'warn'}>
            {headlineWords(cause, isUnread)}
          </Dot>
          {isRisky && <span class="hidden"> (speaks against the person)</span>}
        </span>
        <span class="score">{score !== undefined && <span class="number">{score}</span>}</span>
        <span class="what small">
          {documentType ? plain(documentType) : 'No document'} {country}
        </span>
        <span class="since number soft small">{since(waitingSinceUtc)}</span>
        <span class="state small">{stateOf(waiting, me)}</span>
      </a>
    </li>
  )
}

/** What blocks the case or makes it urgent; only the most important. */
function stateOf({ claimedBy, askedUntilUtc, waitsFor, isSecond, dueUtc }: QueueCase, me: string): string {
  if (claimedBy) return claimedBy === me ? 'Assigned to you' : `Assigned to ${claimedBy}`
  if (askedUntilUtc) return 'Waiting for the person'
  if (isSecond) return 'Second reviewer'
  if (waitsFor) return waitsFor === me ? 'New picture for you' : `New picture for ${waitsFor}`
  return dueUtc ? `Due ${until(dueUtc)}` : ''
}
