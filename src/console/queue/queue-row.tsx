import type { QueueCase } from '../../contract/console/console.ts'
import { Dot } from '../../ui/states.tsx'
import { plain } from '../../ui/words.ts'
import { causeWords, since, until } from '../words.ts'

/** One case that waits: why, how it scored, for how long, whose it is. */
export function QueueRow({ waiting, open, me }: { waiting: QueueCase; open: boolean; me: string }) {
  const { id, tenant, documentType, country, waitingSinceUtc, claimedBy, externalId } = waiting
  const { score, cause, isRisky } = waiting
  const inHand = claimedBy && claimedBy !== me
  return (
    <li>
      <a
        href={`/console/queue/${id}${location.search}`}
        aria-current={open ? 'true' : undefined}
        class={inHand ? 'taken' : ''}
      >
        <span class="why strong">
          <Dot tone={isRisky ? 'bad' : 'warn'}>{cause ? causeWords(cause) : 'Referred'}</Dot>
          {isRisky && <span class="hidden"> (contradicting evidence)</span>}
        </span>
        <span class="score number" title="Score">
          {score}
        </span>
        <span class="what small">
          {documentType ? plain(documentType) : 'No document'} {country}
        </span>
        <span class="since number soft small">{since(waitingSinceUtc)}</span>
        <span class="whose soft small">
          {externalId ?? <span class="mono">{id.slice(0, 8)}</span>} · {tenant}
        </span>
        <span class="state small">{stateOf(waiting, me)}</span>
      </a>
    </li>
  )
}

/** What stands in the way, or presses; the most important thing alone. */
function stateOf({ claimedBy, askedUntilUtc, waitsFor, isSecond, dueUtc }: QueueCase, me: string): string {
  if (claimedBy) return claimedBy === me ? 'Yours' : `with ${claimedBy}`
  if (askedUntilUtc) return 'with the person'
  if (isSecond) return 'second reviewer'
  if (waitsFor) return waitsFor === me ? 'new picture for you' : `new picture for ${waitsFor}`
  return dueUtc ? `due ${until(dueUtc)}` : ''
}
