import type { CaseView } from '../../contract/console/console-case.ts'
import { causeWords } from '../words.ts'

type Explanation = NonNullable<CaseView['explanation']>
type Factor = Explanation['factors'][number]

export const headingOf = ({ name, level }: Factor): string =>
  causeWords(name, level === 'UNKNOWN' || level === 'UNAVAILABLE')

/** An MRZ that was not read keeps two factors from their answer, and is said once. */
export function causesShown({ causes, factors }: Explanation): Explanation['causes'] {
  const lines = causes.map(({ factor: name, reason }) => {
    const factor = factors.find((each) => each.name === name)
    return `${factor && headingOf(factor)} ${reason}`
  })
  return causes.filter((_, at) => lines.indexOf(lines[at] ?? '') === at)
}
