import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresOf } from '../../../../../lab/evaluate/sets/taught/ablation.ts'
import { MEASURES, type MeasureName } from '../../../../../src/vision/taught/limits.ts'

const kept = {
  ink: [0, 0, 0],
  lines: [],
  alike: { pattern: 0.98, print: 0.98, fallen: 0.02, area: 0.02 },
  layout: { elsewhere: 0.02 },
  spread: { pictures: 2, softer: 0, weight: 0.02, pattern: 0.02, faded: 0.02, inks: 0.02 },
}

/** A picture whose measures are what the taught pictures differ by, and some are more. */
const picture = (model: string, more: Partial<Record<MeasureName, number>>, method?: string) => ({
  model,
  isScan: true,
  kept,
  ...(method && { method }),
  cpuMs: 10,
  difference: {
    measures: {
      ...Object.fromEntries(Object.keys(MEASURES).map((name) => [name, name === 'turned' ? 0 : 0.02])),
      ...more,
    },
    softer: 0,
    sharper: 0,
    washed: 0,
    covered: 0.5,
  },
  seen: { coarser: 0, loss: 0 },
})

test('a row for every measure: what only one of them finds is found no more without it', () => {
  const pictures = ['a', 'b'].flatMap((model) => [
    ...Array.from({ length: 5 }, () => picture(model, { inks: 0.06 })),
    picture(model, { inks: 2 }, 'another ink'),
  ])
  const { taught, units, types, cpuMs } = figuresOf(pictures)
  assert.deepEqual([types, cpuMs, taught.length], [2, 10, 1 + Object.keys(MEASURES).length])
  const of = (name: string) => taught.find(({ without }) => without === name) ?? assert.fail(name)
  assert.deepEqual(of('').imitations, { n: 2, approved: 0, refused: 2 })
  assert.deepEqual(of('').genuineScans, { n: 10, approved: 10, refused: 0 })
  assert.deepEqual(of('inks').imitations, { n: 2, approved: 2, refused: 0 })
  assert.deepEqual(of('weight').imitations, { n: 2, approved: 0, refused: 2 })
  assert.ok(
    Math.abs((units.inks ?? 0) - 1.25 * 0.03) < 1e-3,
    'a genuine picture exceeds the spread and half of it by 0.03',
  )
})

test('for each type units are fitted to the other types alone', () => {
  const wide = Array.from({ length: 5 }, () => picture('a', { inks: 2 }))
  const narrow = Array.from({ length: 5 }, () => picture('b', { inks: 0.02 }))
  const [all] = figuresOf([...wide, ...narrow, picture('b', { inks: 1.5 }, 'another ink')]).taught
  // What is usual for type a lets an imitation of type b pass, and what is usual for b refuses a.
  assert.deepEqual(all?.imitations, { n: 1, approved: 1, refused: 0 })
  assert.equal(all?.genuineScans.refused, 5)
})
