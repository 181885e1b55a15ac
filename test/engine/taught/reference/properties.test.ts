import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLEARLY_GENUINE } from '../../../../src/domain/decision/factors/document-authenticity.ts'
import type { ReferenceProperties } from '../../../../src/domain/document/document.ts'
import type { ModelReference } from '../../../../src/domain/document/model.ts'
import type { Difference } from '../../../../src/engine/taught/reference/difference.ts'
import { scoreOfAll } from '../../../../src/engine/taught/reference/doubts.ts'
import { propertiesOf } from '../../../../src/engine/taught/reference/properties.ts'

const spread = {
  softer: 0.1,
  weight: 0.05,
  stroke: 0.05,
  pattern: 0.1,
  faded: 0.1,
  worst: 0.1,
  uneven: 0.02,
  patch: 0.02,
}
const kept: ModelReference = {
  picture: '',
  power: '',
  colours: '',
  ink: [0, 0, 0],
  stroke: null,
  lines: [],
  spread,
}
const genuine: Difference = {
  unlike: 0.2,
  softer: 0,
  sharper: 0,
  washed: 0,
  faded: 0,
  pattern: { soft: 0, faint: 0, grainy: 0, coarse: 0, patch: 0, same: 0.97 },
  print: { like: 0.95, poor: 0.9, missing: 0, moved: 0 },
  local: { written: 0, fallen: 0, area: 0, worst: 0, covered: 0.3, other: new Uint8Array() },
  colours: { turned: 2, uneven: 0.02, patch: 0, left: 0.95, amount: 0.2, spot: 0 },
  moved: [],
  heat: new Float32Array(),
}
const layout = { lines: 0.1, elsewhere: 0, face: 0.2 }

test('a page that is as its reference has nothing against it', () => {
  for (const score of Object.values(propertiesOf(kept, genuine, layout))) assert.ok(score === null || score > 90)
})

test('windows are less alike on a picture with fewer pixels than the reference, and on no other', () => {
  const page = {
    ...genuine,
    local: { written: 0, fallen: 0.085, area: 0, worst: 0, covered: 0.3, other: new Uint8Array() },
  }
  assert.ok((propertiesOf(kept, page, layout, Math.log(2)).print ?? 0) > 50)
  assert.ok((propertiesOf(kept, page, layout, 0).print ?? 100) <= 50)
  // However few pixels: what is far less alike is other print.
  const other = { ...page, local: { ...page.local, fallen: 0.3 } }
  assert.ok((propertiesOf(kept, other, layout, Math.log(2)).print ?? 100) <= 50)
})

test('some of the clear print is not found on a picture with fewer pixels than the reference', () => {
  const page = (missing: number) => ({ ...genuine, print: { like: 0.9, poor: 0.8, missing, moved: 0 } })
  assert.ok((propertiesOf(kept, page(0.265), layout, 0).print ?? 100) <= 50)
  assert.ok((propertiesOf(kept, page(0.265), layout, 0.41).print ?? 100) > 50)
  assert.ok((propertiesOf(kept, page(0.4), layout, 0.41).print ?? 100) <= 50)
})

test('taught pictures that differ among themselves let a page differ as much', () => {
  const alike = { pattern: 0.97, print: 0.95, varies: 0 }
  const of = (more: Partial<ModelReference>, changes: Partial<Difference>, at = layout) =>
    propertiesOf({ ...kept, ...more }, { ...genuine, ...changes }, at)
  const local = { written: 0, fallen: 0.09, area: 0.07, worst: 0, covered: 0.3, other: new Uint8Array() }
  assert.ok((of({ alike }, { local }).print ?? 100) <= 50)
  assert.ok((of({ alike: { ...alike, fallen: 0.06, area: 0.03 } }, { local }).print ?? 0) > 50)
  const elsewhere = { lines: 0.5, elsewhere: 0.6, face: 4 }
  assert.ok((of({}, {}, elsewhere).layout ?? 100) <= 50)
  assert.ok((of({ layout: { lines: 0.2, elsewhere: 0.2, face: 2 } }, {}, elsewhere).layout ?? 0) > 50)
})

test('the layout of a page whose print could not be compared is not judged', () => {
  const { print: _, ...page } = genuine
  assert.equal(propertiesOf(kept, page, { lines: 2, elsewhere: 1, face: 9 }).layout, null)
})

test('colours that the light took away are not judged', () => {
  const colours = { turned: 3, uneven: 0.2, patch: 0.4, left: 0.8, amount: 0.2, spot: 0 }
  assert.equal(propertiesOf(kept, { ...genuine, washed: 0.7, colours }, layout).colours, null)
  assert.ok((propertiesOf(kept, { ...genuine, colours }, layout).colours ?? 100) <= 50)
  // What is left of its print may be less alike than the taught pictures are.
  const alike = { pattern: 0.97, print: 0.97, varies: 0 }
  const print = { like: 0.85, poor: 0.75, missing: 0, moved: 0 }
  assert.ok((propertiesOf({ ...kept, alike }, { ...genuine, print }, layout).print ?? 100) <= 50)
  assert.ok((propertiesOf({ ...kept, alike }, { ...genuine, washed: 0.7, print }, layout).print ?? 0) > 50)
  // And such a picture never speaks for the page: its pattern is not judged either.
  assert.equal(propertiesOf(kept, { ...genuine, washed: 0.7 }, layout).pattern, null)
})

test('what differs as much as pictures of another kind do is not judged; what differs by more is refused', () => {
  const softer = { ...genuine, unlike: 0.3, softer: 0.3 }
  const page = (soft: number, fallen: number) => ({
    ...softer,
    pattern: { soft, faint: 0, grainy: 0, coarse: 0, patch: 0, same: 0.97 },
    local: { written: 0, fallen, area: 0, worst: 0, covered: 0.3, other: new Uint8Array() },
  })
  assert.equal(propertiesOf(kept, page(0.47, 0), layout).pattern, null)
  assert.ok((propertiesOf(kept, page(0.47, 0), layout).print ?? 0) > 50)
  assert.equal(propertiesOf(kept, page(0, 0.15), layout).print, null)
  assert.ok((propertiesOf(kept, page(1.5, 0), layout).pattern ?? 100) <= 50)
  assert.ok((propertiesOf(kept, page(0, 0.3), layout).print ?? 100) <= 50)
  // Letters as sharp as the reference's: the picture is of the same kind, and the same difference counts.
  const alike = { ...page(0.47, 0.15), unlike: 0, softer: 0 }
  assert.ok((propertiesOf(kept, alike, layout).pattern ?? 100) <= 50)
  assert.ok((propertiesOf(kept, alike, layout).print ?? 100) <= 50)
})

test('a page that differs by more than the taught pictures do is doubted, not refused and not approved', () => {
  const doubted = (changes: Partial<Difference>) => {
    const properties = propertiesOf(kept, { ...genuine, ...changes }, layout)
    return Object.entries(properties).flatMap(([name, score]) =>
      score !== null && score > 50 && score < CLEARLY_GENUINE ? name : [],
    )
  }
  const { pattern, local, colours } = genuine
  assert.ok(pattern && local && colours)
  assert.deepEqual(doubted({}), [])
  assert.deepEqual(doubted({ softer: 0.2, weight: 0.14, faded: 0.15, stroke: 0.15 }), [], 'as the taught pictures vary')
  assert.deepEqual(doubted({ softer: 0.3 }), ['pattern'])
  assert.deepEqual(doubted({ faded: 0.3 }), ['pattern'], 'a part without its fine pattern')
  assert.deepEqual(doubted({ pattern: { ...pattern, soft: -0.35 } }), ['pattern'], 'sharper than its letters say')
  assert.deepEqual(doubted({ weight: 0.17 }), ['print'], 'bolder letters')
  assert.deepEqual(doubted({ weight: -0.17 }), ['print'], 'thinner letters')
  assert.deepEqual(doubted({ local: { ...local, worst: 0.6 } }), ['print'], 'a small part of the print removed')
  assert.deepEqual(doubted({ colours: { ...colours, patch: 0.15 } }), ['colours'])
  assert.deepEqual(doubted({ pattern: { ...pattern, same: 0.72 } }), ['pattern'], 'a pattern in uneven light')
  assert.deepEqual(doubted({ local: { ...local, area: 0.04 } }), ['print'])
  assert.deepEqual(doubted({ stroke: 0.2 }), ['fonts'])
})

test('small doubts add up: together they refuse, each alone does not', () => {
  const { pattern, colours } = genuine
  assert.ok(pattern && colours)
  const whole = { pattern: 100, print: 100, layout: 100, colours: 100, fonts: 100 }
  const all = (changes: Partial<Difference>, coarser = 0, judged: ReferenceProperties = whole) =>
    scoreOfAll(kept, { ...genuine, ...changes }, coarser, judged) ?? -1
  assert.ok(all({}) >= CLEARLY_GENUINE)
  assert.ok(all({ weight: 0.14, faded: 0.15, stroke: 0.15 }) > CLEARLY_GENUINE - 5, 'as the taught pictures vary')
  const many: Partial<Difference> = {
    weight: 0.25,
    faded: 0.3,
    stroke: 0.28,
    pattern: { ...pattern, soft: 0.35 },
    colours: { ...colours, patch: 0.2 },
  }
  for (const [name, value] of Object.entries(many)) assert.ok(all({ [name]: value }) > 50, `${name} alone`)
  assert.ok(all(many) <= 50)
  // The more doubts, the lower the score.
  assert.ok(all({ weight: 0.25 }) > all({ weight: 0.25, stroke: 0.25 }))
  // The strokes of a soft picture look wider and its pattern weaker, not the other way round; few pixels do not say.
  assert.ok(all({ ...many, softer: 0.35 }) > 50)
  assert.ok(all({ ...many, softer: 0.35, weight: -0.25, stroke: -0.25 }) <= all({ ...many, softer: 0.35 }))
  assert.equal(all(many, Math.log(2)), -1)
  assert.equal(all({ ...many, softer: 0.5 }), -1)
  assert.ok(all(many, 0, { ...whole, pattern: null }) > all(many), 'what could not be judged has no say')
  const { spread: _, ...one } = kept
  assert.equal(
    scoreOfAll(one, { ...genuine, ...many }, 0, whole),
    undefined,
    'taught with one picture, or by an earlier version',
  )
})

test('pictures that vary much do not allow every softness', () => {
  const varied = { ...kept, spread: { ...spread, softer: 0.6, weight: 0.5 } }
  assert.equal(propertiesOf(varied, { ...genuine, softer: 0.3, weight: 0.15 }, layout).pattern, 100)
  assert.equal(propertiesOf(varied, { ...genuine, softer: 0.4 }, layout).pattern, 75)
  assert.equal(propertiesOf(varied, { ...genuine, weight: 0.3 }, layout).print, 75)
})

test('what was not judged in enough of the page does not support it', () => {
  const { spread: _, ...one } = kept
  assert.equal(propertiesOf(one, genuine, layout).print, null, 'taught with one picture, or by an earlier version')
  const { local, ...elsewhere } = genuine
  assert.ok(local)
  assert.equal(propertiesOf(kept, elsewhere, layout).print, null, 'its windows could not be compared')
  const few = { ...genuine, local: { ...local, covered: 0.05 } }
  assert.equal(propertiesOf(kept, few, layout).print, null, 'the taught pictures agree in too little of the page')
  assert.equal(propertiesOf(kept, genuine, layout, Math.log(2)).pattern, null, 'half of the pixels')
  // What speaks against it still does.
  const print = { like: 0.2, poor: 0.1, missing: 0.9, moved: 0 }
  assert.ok((propertiesOf(one, { ...genuine, print }, layout).print ?? 100) <= 50)
})

test('portraits with less grain than photographs have are not refused: a file has none', () => {
  const grain = (usual: number) => ({ ...kept, grain: { usual, varies: 0.03 } })
  assert.equal(propertiesOf(grain(1), { ...genuine, grain: -0.3 }, layout).print, null)
  assert.ok((propertiesOf(grain(2), { ...genuine, grain: 0.7 }, layout).print ?? 100) <= 50, 'dots of a printer')
  assert.ok((propertiesOf(grain(1), { ...genuine, grain: 2 }, layout).print ?? 100) <= 50, 'a sharpened portrait')
})

test('what one picture says of how genuine ones differ, and what compression adds, is a doubt at most', () => {
  const page = { ...genuine, weight: 0.3, faded: 0.35, stroke: 0.3 }
  const of = (pictures: number | undefined, loss = 0) => {
    const model = { ...kept, spread: { ...spread, ...(pictures && { pictures }) } }
    return scoreOfAll(model, page, 0, propertiesOf(model, page, layout, 0, loss), loss) ?? assert.fail()
  }
  assert.ok(of(2) <= 50 && of(undefined) <= 50)
  for (const score of [of(1), of(2, 0.5)]) assert.ok(score > 50 && score < CLEARLY_GENUINE, `${score}`)
})

test('an ink that is missing, or one place of another colour, counts where the taught pictures say how inks differ', () => {
  const inked = { ...kept, spread: { ...spread, inks: 0.05, spot: 0.03 } }
  const colours = { turned: 2, uneven: 0.02, patch: 0, left: 0.95, amount: 0.2, spot: 0.02 }
  const together = (reference: ModelReference, more: Partial<NonNullable<Difference['colours']>>) => {
    const page = { ...genuine, colours: { ...colours, ...more } }
    const properties = propertiesOf(reference, page, layout)
    return { colours: properties.colours ?? 0, all: scoreOfAll(reference, page, 0, properties) ?? 100 }
  }
  assert.ok(together(inked, { inks: 0.08, spot: 0.06 }).colours > 90)
  assert.equal(together(inked, { inks: 0.2 }).colours, 75, 'doubtful')
  assert.ok(together(inked, { inks: 0.2 }).all > 50)
  assert.ok(together(inked, { inks: 0.4 }).all <= 50, 'an ink is missing')
  assert.equal(together(inked, { spot: 0.2 }).colours, 75)
  assert.ok(together(inked, { spot: 0.45 }).all <= 50)
  // A model of an earlier version does not know.
  assert.ok(together(kept, { inks: 0.4, spot: 0.4 }).all > 50)
})

test('what strong compression explains is not judged, and not approved; what it does not explain is refused', () => {
  const soft = (value: number) => ({
    ...genuine,
    pattern: { soft: value, faint: 0.2, grainy: 0, coarse: 0, patch: 0, same: 0.95 },
  })
  assert.ok((propertiesOf(kept, soft(0.5), layout, 0, 0).pattern ?? 100) <= 50)
  assert.equal(propertiesOf(kept, soft(0.5), layout, 0, 1).pattern, null)
  assert.ok((propertiesOf(kept, soft(1), layout, 0, 1).pattern ?? 100) <= 50, 'a blurred background')
})
