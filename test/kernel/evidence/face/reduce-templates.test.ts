import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reduceTemplates } from '../../../../src/kernel/evidence/face/forget-face.ts'
import type { FaceTemplate } from '../../../../src/vision/face/face-template.ts'
import { matchTemplates } from '../../../../src/vision/face/match-templates.ts'
import { firstPartOf, joinModels } from '../../../../src/vision/face/template.ts'

const curve: FaceTemplate['curve'] = [
  [-1, 0],
  [1, 100],
]
const numbers = (seed: number, length: number) => Array.from({ length }, (_, at) => Math.sin(seed * 97 + at * at * 1.3))
const single = (seed: number): FaceTemplate => ({ model: 'a', values: numbers(seed, 512), curve })
const joined = (seed: number): FaceTemplate => ({
  model: joinModels(['a', 'b']),
  values: [...numbers(seed, 512), ...numbers(seed + 50, 128)],
  curve,
  parts: [
    { model: 'a', length: 512, curve },
    { model: 'b', length: 128, curve },
  ],
})

describe('templates reduced to how they compare', () => {
  const templates = [joined(1), joined(2), single(3), joined(1)]
  const reduced = reduceTemplates(templates)

  it('compare with each other as before, wholly and by their first part', () => {
    for (const [i, a] of templates.entries())
      for (const [j, b] of templates.entries()) {
        const [smallA, smallB] = [reduced[i], reduced[j]]
        assert.ok(smallA && smallB)
        near(matchTemplates(smallA, smallB)?.cosine, matchTemplates(a, b)?.cosine)
        const [before, after] = [
          matchTemplates(firstPartOf(a), firstPartOf(b)),
          matchTemplates(firstPartOf(smallA), firstPartOf(smallB)),
        ]
        near(after?.cosine, before?.cosine)
      }
  })

  it('have as many numbers of a recogniser as there are faces, and compare with no other template', () => {
    assert.deepEqual(
      reduced.map(({ values }) => values.length),
      [4 + 3, 4 + 3, 4, 4 + 3],
    )
    for (const small of reduced) assert.equal(matchTemplates(joined(1), small), undefined)
  })

  it('say nothing of a face that stands alone, and nothing where there were no numbers', () => {
    const [alone] = reduceTemplates([single(1)])
    assert.equal(alone?.values.length, 1)
    assert.deepEqual(reduceTemplates([{ model: 'a', values: [], curve }, single(1)])[0]?.values, [])
  })
})

function near(after: number | undefined, before: number | undefined): void {
  assert.ok(after !== undefined && before !== undefined)
  assert.ok(Math.abs(after - before) < 1e-12, `${after} for ${before}`)
}
