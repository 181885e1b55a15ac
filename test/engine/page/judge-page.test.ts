import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgePage } from '../../../src/engine/page/judge-page.ts'
import { rectify } from '../../../src/engine/page/outline/rectify.ts'
import { decode } from '../../../src/engine/picture/decode.ts'
import { drawSpecimen } from '../../../src/specimen/draw/draw-specimen.ts'
import { type PhotographOptions, photograph } from '../../../src/specimen/photograph/photograph.ts'

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
      const { front } = await drawSpecimen({ kind: 'td3', seed: 'hints' })
      const { jpeg, quad } = await photograph(front, { seed: 'hints', ...options })
      const photo = await decode(jpeg)
      const hints = judgePage(rectify(photo, quad), photo, quad)
      if (hint)
        assert.ok(
          hints.some((each) => each === hint),
          `${hints} should have ${hint}`,
        )
      else assert.deepEqual(hints, [])
    })
  }
})
