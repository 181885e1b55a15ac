import type { Ports } from '../../actions/ports/ports.ts'
import { type Finding, good, unsafe } from '../../cli/doctor/finding.ts'

/** Whether lists that are fetched by themselves arrive; nothing where there are no lists. */
export async function judgeLists(
  { watchlists, listSources }: Pick<Ports, 'watchlists' | 'listSources'>,
  now: Date,
): Promise<Finding[]> {
  const [lists, sources] = await Promise.all([watchlists.all(), listSources.all()])
  const failing = sources.flatMap(({ list, last, goodAt, everyHours }) => {
    if (last?.outcome === 'failed') return [`${list}: ${last.text}`]
    const late = goodAt && now.getTime() - goodAt.getTime() > 2 * everyHours * 3_600_000
    return late ? [`${list}: not fetched since ${goodAt.toISOString().slice(0, 16)}, every ${everyHours} h asked`] : []
  })
  if (failing.length)
    return failing.map((text) => unsafe('lists', text, 'lists fetch NAME tries it now; the version before is in use'))
  if (!lists.length && !sources.length) return []
  const days = lists.map(({ name, importedAt }) => {
    const age = Math.floor((now.getTime() - importedAt.getTime()) / 86_400_000)
    return `${name} ${age === 0 ? 'of today' : `${age} days old`}`
  })
  return [good('lists', days.join(', ') || 'none is here yet')]
}
