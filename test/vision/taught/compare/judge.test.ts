import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLEARLY_GENUINE } from '../../../../src/vision/operating-point.ts'
import { judgeDifference } from '../../../../src/vision/taught/compare/judge.ts'
import type { OpenReference } from '../../../../src/vision/taught/compare/reference.ts'
import { DOUBTFUL, MEASURES, type MeasureName, POORLY_SHOWN } from '../../../../src/vision/taught/limits.ts'

type Kept = OpenReference['kept']
type Measured = Parameters<typeof judgeDifference>[1]

const NAMES = Object.keys(MEASURES) as MeasureName[]
const USUAL = 0.02

/** Taught with three pictures that differ by little. */
const kept: Kept = {
  ink: [0, 0, 0],
  lines: [],
  alike: { pattern: 1 - USUAL, print: 1 - USUAL, fallen: USUAL, area: USUAL },
  layout: { elsewhere: USUAL },
  spread: {
    pictures: 2,
    softer: USUAL,
    weight: USUAL,
    pattern: USUAL,
    faded: USUAL,
    inks: USUAL,
  },
}

/** A page whose measures exceed what the taught pictures differ by, by these numbers of units. */
function page(units: Partial<Record<MeasureName, number>> = {}, more: Partial<Measured> = {}): Measured {
  const measures = Object.fromEntries(
    NAMES.map((name) => [name, USUAL + (units[name] ?? 0) * (MEASURES[name].unit + USUAL / 2)]),
  )
  return { measures, softer: 0, sharper: 0, washed: 0, covered: 0.3, ...more }
}

const sharp = { coarser: 0, loss: 0 }
const scoreOf = (difference: Measured, model = kept, seen = sharp) => judgeDifference(model, difference, seen).score

test('a page that differs as the taught pictures do is clearly genuine', () => {
  const { score, properties } = judgeDifference(kept, page(), sharp)
  assert.ok(score >= CLEARLY_GENUINE)
  for (const each of Object.values(properties)) assert.ok(each === null || each >= CLEARLY_GENUINE)
})

test('one measure that is far off is against the page, and its property is named; one that is less far off is a doubt', () => {
  for (const name of NAMES) {
    const { score, properties } = judgeDifference(kept, page({ [name]: 5 }), sharp)
    assert.ok(score <= 50, `${name} ${score}`)
    assert.ok((properties[MEASURES[name].about] ?? 100) <= 50, name)
    const doubtful = scoreOf(page({ [name]: 3 }))
    assert.ok(doubtful > 50 && doubtful < CLEARLY_GENUINE, `${name} ${doubtful}`)
  }
})

test('small differences add up: many refuse, few do not', () => {
  const units = (count: number, by: number) => Object.fromEntries(NAMES.slice(0, count).map((name) => [name, by]))
  assert.ok(scoreOf(page(units(2, 1.2))) >= CLEARLY_GENUINE)
  assert.ok(scoreOf(page(units(4, 1.5))) > 50)
  assert.ok(scoreOf(page(units(8, 1.5))) <= 50)
})

test('taught pictures that differ among themselves let a page differ as much', () => {
  const far = page({ inks: 4, weight: 2 })
  assert.ok(scoreOf(far) <= 50)
  const varied = { ...kept, spread: { ...(kept.spread ?? assert.fail()), inks: 0.3, weight: 0.3 } }
  assert.ok(scoreOf(far, varied) >= CLEARLY_GENUINE)
})

test('what light, blur, few pixels or compression hide refers and does not refuse, and is not approved', () => {
  const units = { inks: 0.8 * 2 * POORLY_SHOWN, weight: 0.8 * 2 * POORLY_SHOWN }
  assert.ok(scoreOf(page(units)) <= 50)
  for (const [more, seen] of [
    [{ washed: 0.7 }, sharp],
    [{ softer: 1 }, sharp],
    [{}, { coarser: Math.log(2), loss: 0 }],
    [{}, { coarser: 0, loss: 0.5 }],
  ] as const) {
    assert.ok(scoreOf(page(units, more), kept, seen) > 50, JSON.stringify([more, seen]))
    if (seen.loss) continue
    assert.equal(judgeDifference(kept, page({}, more), seen).properties.pattern, null)
  }
  // What is far beyond it is refused.
  assert.ok(scoreOf(page({ inks: 30, weight: 30 }, { washed: 0.7 })) <= 50)
})

test('print that could not be compared in enough of the page, or with one picture, does not support it', () => {
  assert.equal(judgeDifference(kept, page({}, { covered: 0.05 }), sharp).properties.print, null)
  const { spread: _, alike: __, layout: ___, ...one } = kept
  assert.equal(judgeDifference(one, page(), sharp).properties.print, null)
  assert.ok(scoreOf(page({ inks: 90, weight: 90 }), one) <= 50, 'what speaks against it still does')
})

test('a model taught with files, or with fewer than three pictures that can be compared, supports nothing and still refuses', () => {
  const spread = kept.spread ?? assert.fail()
  for (const poor of [
    { ...spread, inks: 0.001 },
    { ...spread, pictures: 1 },
  ]) {
    const { properties } = judgeDifference({ ...kept, spread: poor }, page(), sharp)
    assert.equal(properties.print, null, JSON.stringify(poor))
    assert.ok(scoreOf(page({ inks: 90, weight: 90 }), { ...kept, spread: poor }) <= 50)
  }
  const { pictures: _, ...older } = spread
  assert.ok((judgeDifference({ ...kept, spread: older }, page(), sharp).properties.print ?? 0) >= CLEARLY_GENUINE)
})

test('what softer letters explain is a doubt: it refuses nothing and is not approved; other print is refused as ever', () => {
  const far = { soft: 3.5, weight: 3 }
  assert.ok(scoreOf(page(far)) <= 50)
  assert.equal(scoreOf(page(far, { softer: 0.5 })), DOUBTFUL)
  assert.ok(scoreOf(page({ ...far, same: 5 }, { softer: 0.5 })) <= 50)
  assert.ok(scoreOf(page({ soft: 9 }, { softer: 0.5 })) <= 50, 'however soft, it explains so much at most')
  assert.ok(scoreOf(page({}, { softer: 0.5 })) >= CLEARLY_GENUINE)
})

test('a picture that is sharper than its pixels let one of the taught kind be does not show the pattern', () => {
  const patternOf = (more: Partial<Measured>, coarser: number) =>
    judgeDifference(kept, page({}, more), { coarser, loss: 0 }).properties.pattern
  assert.equal(patternOf({ sharper: 0.2 }, 0.3), null)
  assert.equal(patternOf({ sharper: 0.4 }, 0), null)
  assert.ok((patternOf({ sharper: 0.2 }, 0) ?? 0) >= CLEARLY_GENUINE)
  assert.ok((patternOf({ softer: 0.2 }, 0.3) ?? 0) >= CLEARLY_GENUINE)
})

test('what was not measured has no say', () => {
  const { measures, ...rest } = page({ turned: 50, inks: 50 })
  const { turned: _, inks: __, ...others } = measures as Record<string, number>
  const { score, properties } = judgeDifference(kept, { ...rest, measures: others }, sharp)
  assert.ok(score >= CLEARLY_GENUINE)
  assert.equal(properties.colours, null)
})

test('models of earlier versions are compared; what they did not keep counts as one picture does', () => {
  const { inks: _, ...older } = kept.spread ?? assert.fail()
  const { score } = judgeDifference({ ...kept, spread: older }, page(), sharp)
  assert.ok(score >= CLEARLY_GENUINE)
  const withRemoved = {
    ...kept,
    grain: { usual: 1, varies: 0.1 },
    loose: '',
    spread: { ...older, patch: 0.1, worst: 0.1, spot: 0.1 },
  }
  assert.equal(judgeDifference(withRemoved, page(), sharp).score, score)
})
