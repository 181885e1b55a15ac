import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FaceTemplate } from '../../../src/vision/face/face-template.ts'
import { matchTemplates } from '../../../src/vision/face/match-templates.ts'
import { areComparable, firstPartOf, joinModels } from '../../../src/vision/face/template.ts'

const CURVE: FaceTemplate['curve'] = [
  [-1, 0],
  [1, 100],
]
const STEEP: FaceTemplate['curve'] = [
  [0, 0],
  [0.5, 100],
]

const alone = (model: string, values: number[], curve = CURVE): FaceTemplate => ({ model, values, curve })

/** Two recognisers with two numbers each, weighing alike. */
function joined(models: [string, string], values: number[]): FaceTemplate {
  const parts = models.map((model) => ({ model, length: 2, curve: CURVE }))
  return { model: joinModels(models), values: values.map((value) => value * Math.SQRT1_2), curve: STEEP, parts }
}

describe('templates of several recognisers', () => {
  it('compare as a whole where they are of the same ones: the cosine is the mean of theirs', () => {
    const likeness = matchTemplates(joined(['a', 'b'], [1, 0, 1, 0]), joined(['a', 'b'], [1, 0, 0, 1]))
    assert.equal(likeness?.model, 'a+b')
    assert.equal(Number(likeness?.cosine.toFixed(6)), 0.5)
    assert.equal(Math.round(likeness?.score ?? 0), 100)
  })

  it('compare with one from before by the recogniser that both have, on its own curve', () => {
    const old = alone('b', [0, 1])
    const fresh = joined(['a', 'b'], [1, 0, 0, 1])
    for (const likeness of [matchTemplates(old, fresh), matchTemplates(fresh, old)]) {
      assert.equal(likeness?.model, 'b')
      assert.equal(Number(likeness?.cosine.toFixed(6)), 1)
      assert.equal(Math.round(likeness?.score ?? 0), 100)
    }
    assert.equal(Number(matchTemplates(alone('a', [0, 1]), fresh)?.cosine.toFixed(6)), 0)
  })

  it('compare after one of the two was exchanged by the one that stayed', () => {
    const likeness = matchTemplates(joined(['a', 'b'], [1, 0, 0, 1]), joined(['c', 'b'], [1, 0, 0, 1]))
    assert.equal(likeness?.model, 'b')
  })

  it('have nothing to say to each other where they share none, or a length is wrong', () => {
    assert.equal(matchTemplates(alone('a', [1, 0]), alone('b', [1, 0])), undefined)
    assert.equal(matchTemplates(alone('a', [1, 0, 0]), alone('a', [1, 0])), undefined)
    assert.equal(matchTemplates(alone('c', [1, 0]), joined(['a', 'b'], [1, 0, 0, 1])), undefined)
  })

  it('give the first recogniser’s numbers alone', () => {
    const first = firstPartOf(joined(['a', 'b'], [0, 1, 1, 0]))
    assert.equal(first.model, 'a')
    assert.equal(Number(matchTemplates(first, alone('a', [0, 1]))?.cosine.toFixed(6)), 1)
    assert.deepEqual(firstPartOf(alone('a', [1, 0])), alone('a', [1, 0]))
  })

  it('say by their models alone whether they can be compared', () => {
    assert.ok(areComparable('a', 'a'))
    assert.ok(areComparable('a', 'a+b'))
    assert.ok(areComparable('c+b', 'a+b'))
    assert.ok(!areComparable('a', 'b'))
    assert.ok(!areComparable('a+b', 'ab'))
  })
})
