import type { CaseView } from '../../contract/console/console-case.ts'

/** Who hears of what was just done, and when. */
export function whatFollows({ passedOnTo, may: { undoSeconds } }: Pick<CaseView, 'passedOnTo' | 'may'>): string {
  if (passedOnTo === undefined) return 'Nobody is notified: no webhook address is set.'
  return undoSeconds > 0 ? `${passedOnTo} is notified in ${undoSeconds} s.` : `${passedOnTo} is notified.`
}
