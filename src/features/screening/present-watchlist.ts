import type { Session } from '../../kernel/session/session.ts'
import type { CaseHit, CaseWatchlist } from './contract/watchlist.ts'
import { hitsOf } from './domain/evidence.ts'
import { personOf } from './domain/person.ts'

/** The person and the entries that may be them; undefined if the person was not compared with any list. */
export function caseWatchlist(session: Session, of: Session = session): CaseWatchlist | undefined {
  const found = session.decision?.evidence.watchlist
  if (!found) return undefined
  return {
    threshold: found.threshold,
    lists: found.lists.map(({ name, version, sourceDate }) => ({ name, version, ...(sourceDate && { sourceDate }) })),
    person: personOf(of),
    hits: hitsOf(session).map(hitView),
  }
}

const hitView = ({
  list,
  version,
  match,
  entry,
  blocked,
  dismissed,
  answer,
}: ReturnType<typeof hitsOf>[number]): CaseHit => ({
  list,
  version,
  entryId: entry.id,
  score: Math.floor(match.score * 100),
  names: entry.names.map(({ text, weak }) => ({ text, isWeak: weak === true })),
  births: entry.births,
  countries: entry.countries,
  sex: entry.sex,
  identifiers: entry.identifiers,
  topics: entry.topics,
  ...(entry.url && { url: entry.url }),
  features: match.features,
  blocked: blocked && { kind: blocked.kind, reason: blocked.reason, by: blocked.by, atUtc: blocked.at },
  isDismissed: dismissed === true,
  answer: answer && { answer: answer.answer, reason: answer.reason, by: answer.by, atUtc: answer.at },
})
