import { GROUPS, isOf, type Who } from '../../measure/groups.ts'
import { errorsAt, type Scores } from '../../measure/rates.ts'

/** A pair of pictures with the recogniser's result. */
export interface ScoredPair {
  score: number
  same: boolean
  people: readonly [number, number]
  who: readonly [Who, Who]
}

interface GroupErrors {
  group: string
  genuine: number
  falseRejects: number
  impostors: number
  falseAccepts: number
}

/**
 * Both are in the group; an attacker chooses somebody who looks similar, so pairs of the same sex and age are separate.
 */
export function errorsByGroup(pairs: Iterable<ScoredPair>, limit: number): GroupErrors[] {
  const alike = 'one sex and age'
  const names = [...GROUPS, alike]
  const scores = new Map(names.map((name) => [name, { positives: [], negatives: [] } as Scores]))
  for (const { score, same, who } of pairs) {
    const [a, b] = who
    for (const name of names) {
      const inside = name === alike ? a.sex === b.sex && a.age === b.age : isOf(name, a) && isOf(name, b)
      if (inside) scores.get(name)?.[same ? 'positives' : 'negatives'].push(score)
    }
  }
  return [...scores].map(([group, part]) => ({
    group,
    genuine: part.positives.length,
    impostors: part.negatives.length,
    ...errorsAt(part, limit),
  }))
}

/** The pairs of people with even or odd numbers: a limit is chosen on one half and shown on the other. */
export function halfOf(pairs: readonly ScoredPair[], half: 0 | 1): Scores {
  const inside = pairs.filter(({ people: [a, b] }) => a % 2 === half && b % 2 === half)
  return {
    positives: inside.filter(({ same }) => same).map(({ score }) => score),
    negatives: inside.filter(({ same }) => !same).map(({ score }) => score),
  }
}
