import type { DocumentType, VisualFieldName } from '../../../../src/formats/document-words.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import type { ReadContext } from '../../../../src/vision/read-engine.ts'
import type { Table } from '../../measure/table.ts'
import type { LayoutsFigures } from '../../report/tables/layouts.ts'

/** A drawn card, photographed, with its printed content. */
export interface DrawnCard {
  name: string
  country: string
  type: DocumentType
  /** The position of its labels. */
  labels: string
  /** Whether its misses are hidden. */
  isKept?: boolean
  fields: [name: VisualFieldName, printed: string][]
  jpeg: Uint8Array
}

interface ReadCard extends DrawnCard {
  said: string
  read: { name: VisualFieldName; right: string; read: string; confidence: number }[]
}

export async function readCard(context: ReadContext, card: DrawnCard): Promise<ReadCard> {
  const outcome = await readPage(context, card.jpeg)
  const reading = outcome.ok ? outcome.value.reading : undefined
  return {
    ...card,
    said: reading ? `${reading.country ?? '–'} ${reading.type}` : outcome.ok ? '' : outcome.refusal,
    read: card.fields.map(([name, right]) => {
      const field = reading?.visual.find((each) => each.name === name)
      return { name, right, read: field?.value ?? '', confidence: field?.confidence ?? 0 }
    }),
  }
}

const isNamed = ({ said, country, type }: ReadCard): boolean => said === `${country} ${type}`
const isRight = ({ right, read }: ReadCard['read'][number]): boolean => right === read

export function cardsFigures(cards: readonly ReadCard[]): LayoutsFigures {
  const values = cards.flatMap(({ labels, read }) => read.map((each) => ({ labels, ...each })))
  const kept = cards.filter(({ isKept }) => isKept).flatMap(({ read }) => read)
  const sure = values.filter(({ confidence }) => confidence >= 85)
  const countBy = (key: 'labels' | 'name') =>
    Object.fromEntries(
      [...Map.groupBy(values, (value) => value[key])]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([group, own]) => [group, { n: own.length, exact: own.filter(isRight).length }]),
    )
  return {
    n: cards.length,
    named: cards.filter(isNamed).length,
    fields: { n: values.length, exact: values.filter(isRight).length },
    sure: { n: sure.length, wrong: sure.filter((each) => !isRight(each)).length },
    ...(kept.length && { kept: { n: kept.length, exact: kept.filter(isRight).length } }),
    byLabels: countBy('labels'),
    byField: countBy('name'),
  }
}

export const cardsMisses = (cards: readonly ReadCard[]): Table => ({
  title: 'Misses',
  head: ['card', 'what'],
  rows: cards.flatMap((card) => (card.isKept ? [] : missesOf(card))),
})

const missesOf = (card: ReadCard): string[][] => [
  ...(isNamed(card) ? [] : [[card.name, `taken for ${card.said}`]]),
  ...card.read
    .filter((each) => !isRight(each))
    .map(({ name, right, read, confidence }) => [card.name, `${name} "${read}" for "${right}" (${confidence})`]),
]
