import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bandOf, type Who, whoBy } from '../../../../../lab/evaluate/measure/groups.ts'
import { errorsByGroup, halfOf, type ScoredPair } from '../../../../../lab/evaluate/sets/faces/match-groups.ts'

const young: Who = { sex: 'women', age: '18 to 29' }
const old: Who = { sex: 'women', age: '60 and over' }
const man: Who = { sex: 'men', age: '18 to 29' }

const pair = (score: number, people: [number, number], who: [Who, Who]): ScoredPair => ({
  score,
  same: people[0] === people[1],
  people,
  who,
})

const PAIRS = [
  pair(90, [0, 0], [young, young]),
  pair(40, [1, 1], [man, man]),
  pair(60, [0, 2], [young, young]),
  pair(20, [0, 2], [young, old]),
  pair(10, [0, 1], [young, man]),
]

describe('errors of the match by group', () => {
  const groups = new Map(errorsByGroup(PAIRS, 50).map(({ group, ...errors }) => [group, errors]))

  it('count a pair where both pictures are of the group', () => {
    assert.deepEqual(groups.get('women'), { genuine: 1, falseRejects: 0, impostors: 2, falseAccepts: 1 })
    assert.deepEqual(groups.get('men'), { genuine: 1, falseRejects: 1, impostors: 0, falseAccepts: 0 })
    assert.deepEqual(groups.get('18 to 29'), { genuine: 2, falseRejects: 1, impostors: 2, falseAccepts: 1 })
  })

  it('set impostors of one sex and age apart', () => {
    assert.deepEqual(groups.get('one sex and age'), { genuine: 2, falseRejects: 1, impostors: 1, falseAccepts: 1 })
  })

  it('leave pairs across the halves out of both', () => {
    assert.deepEqual(halfOf(PAIRS, 0), { positives: [90], negatives: [60, 20] })
    assert.deepEqual(halfOf(PAIRS, 1), { positives: [40], negatives: [] })
  })

  it('know a group by the engine’s own guess', () => {
    assert.deepEqual(whoBy({ gender: -20, age: 29 }), { sex: 'men', age: '18 to 29' })
    assert.deepEqual([17, 18, 44, 45, 60].map(bandOf), ['under 18', '18 to 29', '30 to 44', '45 to 59', '60 and over'])
  })
})
