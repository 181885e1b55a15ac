import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawFurther } from '../../../lab/issuers/draw-further.ts'
import { worldCards } from '../../../lab/issuers/draw-world.ts'
import { openCatalogue } from '../../../src/vision/catalogue/catalogue.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import { documentPortrait } from '../../support/faces.ts'
import { engine } from '../../support/read-engine.ts'

const cards = worldCards('further')

describe('cards of issuers without a file in the catalogue', () => {
  it('are of issuers that it only names', () => {
    const { models } = openCatalogue()
    for (const { country, type } of cards)
      assert.ok(models.find((model) => model.country === country && model.type === type)?.isUsual, country)
  })

  it('are named, and read by the labels of their languages', async () => {
    const { jpeg } = await documentPortrait('A1')
    const wrong: string[] = []
    let values = 0
    for (const card of cards) {
      const picture = await drawFurther(card, jpeg)
      const { value } = await engine.read((context) => readPage(context, picture))
      const reading = value.ok ? value.value.reading : undefined
      assert.equal(`${reading?.country} ${reading?.type}`, `${card.country} ${card.type}`)
      for (const cell of card.rows.flat()) {
        if (cell.name === 'other') continue
        values++
        const read = reading?.visual.find(({ name }) => name === cell.name)?.value
        if (read !== cell.value) wrong.push(`${card.country} ${cell.name}: ${read ?? '–'}, not ${cell.value}`)
      }
    }
    assert.ok(wrong.length <= 0.1 * values, `${wrong.length} of ${values}: ${wrong.join('; ')}`)
  })
})
