import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawSpecimen } from '../../../lab/specimen/draw/draw-specimen.ts'
import { type PhotographOptions, photograph } from '../../../lab/specimen/photograph/photograph.ts'
import { judgePage } from '../../../src/engine/document/judge-page.ts'
import { findOutline } from '../../../src/engine/document/outline/find-outline.ts'
import { decode } from '../../../src/engine/picture/decode.ts'
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
