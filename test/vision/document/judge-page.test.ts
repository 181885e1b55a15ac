import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { type PhotographOptions, photograph } from '../../../packages/specimen/src/photograph/photograph.ts'
import { faultsOfComparison, judgePage } from '../../../src/vision/document/judge-page.ts'
import { findOutline } from '../../../src/vision/document/outline/find-outline.ts'
import { pagePlace } from '../../../src/vision/document/page-place.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { engine } from '../../support/read-engine.ts'

async function faultsOf(options: PhotographOptions) {
  const { front } = await drawSpecimen({ kind: 'td3', seed: 'hints' })
  const { jpeg } = await photograph(front, { seed: 'hints', ...options })
  const photo = await decode(jpeg)
  const { value } = await engine.read(async (context) => judgePage(photo, await findOutline(context, photo)))
  return value
}

describe('hints about a photograph', () => {
  const cases: { name: string; options: PhotographOptions; hint?: string }[] = [
    { name: 'nothing about a careful one', options: { level: 'easy' } },
    { name: 'nothing about an ordinary one', options: { level: 'medium' } },
    { name: 'BLURRED', options: { level: 'easy', defect: 'blurred' }, hint: 'BLURRED' },
    { name: 'GLARE', options: { level: 'easy', defect: 'glare' }, hint: 'GLARE' },
    { name: 'TOO_DARK', options: { level: 'easy', defect: 'dark' }, hint: 'TOO_DARK' },
    { name: 'TOO_SMALL', options: { level: 'easy', defect: 'small' }, hint: 'TOO_SMALL' },
  ]
  for (const { name, options, hint } of cases) {
    it(`say ${name}`, async () => {
      const { hints } = await faultsOf(options)
      assert.equal(hints[0], hint, `${hints}`)
    })
  }

  it('say where the reflection lies', async () => {
    const at = { across: 0.7, down: 0.3 }
    const { marks } = await faultsOf({ level: 'easy', defect: 'glare', glareAt: at })
    const mark = marks.find(({ hint }) => hint === 'GLARE')
    assert.ok(mark)
    assert.ok(mark.x > 0.4 && mark.x + mark.width < 0.95, `across: ${mark.x} to ${mark.x + mark.width}`)
    assert.ok(mark.y > 0.1 && mark.y + mark.height < 0.6, `down: ${mark.y} to ${mark.y + mark.height}`)
  })
})

describe('hints about a page that was compared with a taught document', () => {
  const photo = { width: 1_000, height: 800 }
  const place = pagePlace(
    [
      { x: 100, y: 100 },
      { x: 900, y: 100 },
      { x: 900, y: 600 },
      { x: 100, y: 600 },
    ],
    0,
  )
  const hidden = { x: 0.5, y: 0.2, width: 0.25, height: 0.2 }
  const shown = { pattern: 100, print: 100, layout: 100, colours: 100, fonts: null }
  const reading = { model: 'taught', score: 90, properties: shown }

  it('mark the part that light covers, where it kept the page from being compared', () => {
    const faults = faultsOfComparison({ ...reading, hidden, properties: { ...shown, pattern: null } }, [], place, photo)
    assert.deepEqual(faults.hints, ['GLARE'])
    const [mark] = faults.marks
    assert.ok(mark)
    const expected = { x: 0.5, y: 0.25, width: 0.2, height: 0.125 }
    for (const name of ['x', 'y', 'width', 'height'] as const)
      assert.ok(Math.abs(mark[name] - expected[name]) < 0.003, `${name}: ${mark[name]}`)
  })

  it('ask for nothing where the page was compared all the same, or was said to be in glare', () => {
    const nothing = { hints: [], marks: [] }
    assert.deepEqual(faultsOfComparison({ ...reading, hidden }, [], place, photo), nothing)
    const unjudged = { ...reading, hidden, properties: { ...shown, print: null } }
    assert.deepEqual(faultsOfComparison(unjudged, ['GLARE'], place, photo), nothing)
    assert.deepEqual(faultsOfComparison(undefined, [], place, photo), nothing)
  })

  it('ask for more pixels first', () => {
    const coarse = { ...reading, hidden, isTooCoarse: true as const, properties: { ...shown, pattern: null } }
    assert.deepEqual(faultsOfComparison(coarse, [], place, photo), { hints: ['TOO_SMALL'], marks: [] })
  })
})
