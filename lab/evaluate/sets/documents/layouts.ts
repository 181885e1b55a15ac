import { createHash } from 'node:crypto'
import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { shoot } from '../../../../packages/specimen/src/photograph/photograph.ts'
import type { VisualFieldName } from '../../../../src/formats/document-words.ts'
import type { Catalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { cutHead } from '../../../demonstration/heads.ts'
import { familiesIn } from '../../../issuers/script-fonts.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { cardsFigures, cardsMisses, type DrawnCard, readCard } from './measure-cards.ts'
import { withoutType } from './without-type.ts'

/**
 * Cards of a second generator: typefaces that are used nowhere else; order and position of the values, label positions,
 * sizes, and the order of languages are derived from hashes. Each card is photographed and read without knowledge of
 * its type.
 */
export const layouts: EvaluationSet = {
  name: 'layouts',
  folder: '.',
  needsNoData: true,
  async run({ engine, progress, part, nets = engine.nets }) {
    const { from = 0, count = 24 } = part ?? {}
    const cards = []
    for (let number = from; number < from + count; number++) {
      const card = await drawCard(engine.catalogue, number)
      const catalogue = withoutType(engine.catalogue, card.country)
      const { value } = await engine.read((context) => readCard({ ...context, nets, catalogue, today: TODAY }, card))
      cards.push(value)
      progress(number - from + 1, count)
    }
    const json = cardsFigures(cards)
    return { json, tables: [...tablesOf('layouts', json), cardsMisses(cards)] }
  },
}

const TODAY = '2026-06-15'
const WHERE = ['above', 'left', 'below'] as const
const ISSUERS = [
  'DEU',
  'FRA',
  'ITA',
  'ESP',
  'PRT',
  'POL',
  'CZE',
  'HUN',
  'SVN',
  'HRV',
  'ROU',
  'LTU',
  'LVA',
  'EST',
  'FIN',
  'SWE',
  'TUR',
  'ALB',
  'BGR',
  'UKR',
  'GRC',
  'NLD',
  'DNK',
  'SVK',
]
const NAMES = [
  ['MARTINELLI', 'SOFIA'],
  ['LINDHOLM', 'ERIK'],
  ['DUBOIS', 'CAMILLE'],
  ['HORVATH', 'PETER'],
  ['OLIVEIRA', 'TIAGO'],
  ['BECKER', 'JULIA'],
] as const
/** Nothing was trained or tuned on them. */
const FACES = ['fira-sans-condensed', 'roboto-slab', 'play'] as const
const TOWNS = ['RIVERTON', 'LAKEFIELD', 'MONTALTO', 'BERGEN', 'ALTDORF'] as const

/** Numbers from 0 to 1 from a hash of their purpose. */
const numberFor = (...of: (string | number)[]): number =>
  createHash('sha256').update(of.join(' ')).digest().readUInt32BE(0) / 2 ** 32

async function drawCard(catalogue: Catalogue, number: number): Promise<DrawnCard> {
  const draw = (what: string) => numberFor('layout', number, what)
  const pick = <T>(list: readonly T[], what: string): T => list[Math.floor(draw(what) * list.length)] as T
  const country = ISSUERS[number % ISSUERS.length] as string
  const home = catalogue.countries.find(({ code }) => code === country)
  const language = home?.languages[0] ?? 'en'
  const [surname, given] = pick(NAMES, 'name')
  const mark = pick(['.', '-', ' '], 'mark')
  const day = (first: number, span: number, what: string) =>
    [
      1 + Math.floor(draw(`${what} d`) * 27),
      1 + Math.floor(draw(`${what} m`) * 11),
      first + Math.floor(draw(what) * span),
    ]
      .map((part) => String(part).padStart(2, '0'))
      .join(mark)
  const values: [VisualFieldName, string][] = [
    ['surname', surname],
    ['given_name', given],
    ['date_of_birth', day(1955, 40, 'birth')],
    ['sex', pick(['M', 'F'], 'sex')],
    ['nationality', country],
    ['place_of_birth', pick(TOWNS, 'town')],
    [
      'document_number',
      `${pick(['KX', 'LB', 'RT'], 'series')}${String(Math.floor(draw('number') * 1e7)).padStart(7, '0')}`,
    ],
    ['date_of_expiry', day(2027, 8, 'expiry')],
  ]
  // The names stay together; the rest is in any order.
  const rest = values.slice(2).toSorted(([a], [b]) => draw(`order ${a}`) - draw(`order ${b}`))
  const fields = draw('names last') < 0.25 ? [...rest, ...values.slice(0, 2)] : [...values.slice(0, 2), ...rest]
  const labels = pick(WHERE, 'labels')
  const labelOf = (name: VisualFieldName) => {
    const [own, english] = [catalogue.labels[language]?.[name]?.[0], catalogue.labels.en?.[name]?.[0] ?? name]
    return own && own !== english
      ? draw('english first') < 0.3
        ? `${english} / ${own}`
        : `${own} / ${english}`
      : english
  }

  const canvas = createCanvas(1120, 706)
  const pen = canvas.getContext('2d')
  pen.fillStyle = pick(['#e8eef2', '#f1e9df', '#e6efe4'], 'ground')
  pen.beginPath()
  pen.roundRect(0, 0, 1120, 706, 36)
  pen.fill()
  const isRight = draw('portrait') < 0.35
  const head = await loadImage(Buffer.from(await cutHead(number % 2 ? 'portrait' : 'other', { context: 2 })))
  pen.drawImage(head, isRight ? 800 : 50, 170, 270, 360)
  const face = pick(FACES, 'face')
  const title = catalogue.titles.IDENTITY_CARD?.[language]?.[0] ?? 'IDENTITY CARD'
  write(pen, home?.names[1] ?? home?.names[0] ?? country, [60, 60], { face, size: 34 })
  write(pen, title, draw('title') < 0.5 ? [60, 108] : [560, 60], { face, size: 26 })
  writeFields(
    pen,
    fields.map(([name, value]) => [labelOf(name), value] as const),
    { labels, face, left: isRight ? 60 : 360 },
  )
  const { jpeg } = shoot({ canvas }, { seed: `layout ${number}`, level: number % 2 ? 'medium' : 'easy' })
  return {
    name: `${number} ${country} ${labels} ${face}`,
    country,
    type: 'IDENTITY_CARD',
    labels,
    fields: values,
    jpeg,
  }
}

interface Print {
  face: string
  size: number
}

function write(pen: SKRSContext2D, text: string, [x, y]: [number, number], { face, size }: Print): void {
  pen.fillStyle = '#23262e'
  pen.font = `${size}px ${familiesIn(face, text)}`
  pen.textBaseline = 'middle'
  pen.fillText(text, x, y)
}

/** One below the other, each with its label. */
function writeFields(
  pen: SKRSContext2D,
  fields: readonly (readonly [label: string, value: string])[],
  { labels, face, left }: { labels: (typeof WHERE)[number]; face: string; left: number },
): void {
  const widthOf = (label: string) => {
    pen.font = `17px ${familiesIn(face, label)}`
    return pen.measureText(label).width
  }
  const values = left + 24 + Math.max(...fields.map(([label]) => widthOf(label)))
  for (const [i, [label, value]] of fields.entries()) {
    const y = 190 + 64 * i
    const small = { face, size: 17 }
    const large = { face, size: 28 }
    if (labels === 'left') {
      write(pen, label, [left, y], small)
      write(pen, value, [values, y], large)
    } else {
      write(pen, label, [left, labels === 'above' ? y - 13 : y + 25], small)
      write(pen, value, [left, labels === 'above' ? y + 14 : y], large)
    }
  }
}
