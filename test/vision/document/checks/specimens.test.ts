import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import { engine } from '../../../support/read-engine.ts'

describe('a document of our own generator', () => {
  for (const [kind, country] of [
    ['td3', 'DEU'],
    ['td1', 'FRA'],
    ['td2', 'HUN'],
    ['eu-licence', 'ESP'],
  ] as const) {
    it(`is told by the word that it carries: ${kind} ${country}`, async () => {
      const { front } = await drawSpecimen({ kind, country, seed: 8, today: '2026-01-01' })
      const { jpeg } = await photograph(front, { seed: 8, level: 'easy' })
      const { value } = await engine.read((context) => readPage(context, jpeg))
      assert.ok(value.ok, value.ok ? '' : value.refusal)
      assert.deepEqual(value.value.reading.authenticity?.specimenWords, ['SPECIMEN'])
    })
  }
})
