import { photographWorld, worldCards } from '../../../issuers/draw-world.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { cardsFigures, cardsMisses, type DrawnCard, readCard } from './measure-cards.ts'
import { withoutType } from './without-type.ts'

/**
 * Cards with the print of real documents from all over the world, whose holders do not exist: titles, labels in their
 * own words, order and formats of the values. Each is read without knowledge of its type.
 */
export const world: EvaluationSet = {
  name: 'world',
  folder: '.',
  needsNoData: true,
  async run({ engine, progress, part, nets = engine.nets }) {
    const cards = worldCards()
    const { from = 0, count = 2 * cards.length } = part ?? {}
    const read = []
    for (let number = from; number < from + count; number++) {
      const take = Math.floor(number / cards.length)
      const card = cards[number % cards.length] as (typeof cards)[number]
      const { country, type, labels, rows, isKept } = card
      const catalogue = withoutType(engine.catalogue, country)
      const drawn = {
        name: `${country} ${type} ${labels} ${take}`,
        country,
        type,
        labels,
        isKept,
        fields: rows
          .flat()
          .flatMap(({ name, value }): DrawnCard['fields'] => (name === 'other' ? [] : [[name, value]])),
        jpeg: await photographWorld(card, take),
      }
      const { value } = await engine.read((context) => readCard({ ...context, nets, catalogue, today: TODAY }, drawn))
      read.push(value)
      progress(number - from + 1, count)
    }
    const json = cardsFigures(read)
    return { json, tables: [...tablesOf('world', json), cardsMisses(read)] }
  },
}

const TODAY = '2026-06-15'
