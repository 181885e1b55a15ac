import type { Ports } from '../../actions/ports/ports.ts'
import { bad, type Finding, good } from './finding.ts'

const MOST_NAMED = 10

/** Rows that would give a right and that somebody else wrote. */
export async function judgeRights({ rights }: Pick<Ports, 'rights'>): Promise<Finding> {
  const rows = await rights.unsigned()
  if (!rows.length) return good('rights', 'every row that gives a right was written by this installation')
  const named = rows.slice(0, MOST_NAMED).map(({ id }) => id)
  const further = rows.length > named.length ? ` and ${rows.length - named.length} further` : ''
  return bad(
    'rights',
    `rows that this installation did not write give no right: ${named.join(', ')}${further}`,
    'look at them with cli rights list; accept those of an earlier version with cli rights accept, remove the others',
  )
}
