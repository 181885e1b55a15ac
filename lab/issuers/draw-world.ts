import { readFileSync } from 'node:fs'
import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { shoot } from '../../packages/specimen/src/photograph/photograph.ts'
import { random } from '../../packages/specimen/src/random.ts'
import type { DocumentType, VisualFieldName } from '../../src/formats/document-words.ts'
import { cutHead } from '../demonstration/heads.ts'
import { familiesIn } from './script-fonts.ts'

/** The position of a value's label; `number` is a number before it, as on licences. */
type LabelPlace = 'above' | 'left' | 'below' | 'inline' | 'none' | 'number'

interface Cell {
  /** `other` for a field that we do not have. */
  name: VisualFieldName | 'other'
  label: string
  printed: string
  /** The printed text without the part next to the value, which is in braces. */
  value: string
}

/** The print of a card of the world, row by row. */
export interface WorldCard {
  country: string
  type: DocumentType
  labels: LabelPlace
  titles: string[]
  rows: Cell[][]
  /** Its readings are not inspected: it shows whether the work on the others generalises. */
  isKept: boolean
}

/**
 * Cards with the titles, labels, value formats and field order of real documents; their holders do not exist. Those of
 * `further` are of issuers without a file in the catalogue.
 */
export function worldCards(file: 'world' | 'further' = 'world'): WorldCard[] {
  const text = readFileSync(new URL(`./${file}.txt`, import.meta.url), 'utf8')
  return text
    .split(/^# /m)
    .slice(1)
    .map((card) => {
      const [head = '', ...lines] = card.trim().split('\n')
      const [country = '', type, labels, kept] = head.split(' ')
      const body = lines.indexOf('-')
      return {
        country,
        type: type as DocumentType,
        labels: labels as LabelPlace,
        isKept: kept === 'kept',
        titles: lines.slice(0, body),
        rows: lines.slice(body + 1).map((row) => row.split(' | ').map(cellOf)),
      }
    })
}

function cellOf(text: string): Cell {
  const [, name, label = '', written] = /^(\w+): (.*?) ?= (.*)$/.exec(text) ?? []
  if (!name || !written) throw new Error(`no cell: ${text}`)
  return {
    name: name as Cell['name'],
    label,
    printed: written.replaceAll(/[{}]/g, ''),
    value: written.replaceAll(/\{.*?\}/g, ''),
  }
}

const SIZE = { width: 1120, height: 706 }
const FACES = ['fira-sans-condensed', 'roboto-slab', 'play'] as const
const PORTRAIT = { y: 190, width: 240, height: 310 }

/** A photograph of the card; another take has another typeface, another position of the portrait and another light. */
export async function photographWorld(card: WorldCard, take: number): Promise<Uint8Array> {
  const seed = `world/${card.country}/${card.type}/${take}`
  const look = random(seed)
  const canvas = createCanvas(SIZE.width, SIZE.height)
  const pen = canvas.getContext('2d')
  paper(pen, look.pick(['#e8eef2', '#f1e9df', '#e6efe4']), look.pick(['#b9cbd8', '#d9c2a8', '#b3cdb0']))
  const face = look.pick(FACES)
  const atRight = look.next() < 0.3
  const head = await loadImage(Buffer.from(await cutHead(look.pick(['portrait', 'other']), { context: 2 })))
  pen.drawImage(head, atRight ? 830 : 40, PORTRAIT.y, PORTRAIT.width, PORTRAIT.height)
  const centred = look.next() < 0.4
  for (const [i, title] of card.titles.entries()) {
    pen.font = `${i ? 27 : 34}px ${familiesIn(face, title)}`
    const x = centred ? (SIZE.width - pen.measureText(title).width) / 2 : 50
    write(pen, title, [x, 46 + 38 * i], { face, size: i ? 27 : 34, most: SIZE.width - 100 })
  }
  writeRows(pen, card, { face, left: atRight ? 50 : 310, top: 70 + 38 * card.titles.length })
  const { jpeg } = shoot({ canvas }, { seed, level: take % 2 ? 'medium' : 'easy' })
  return jpeg
}

/** Tinted paper with fine waves. */
function paper(pen: SKRSContext2D, ground: string, lines: string): void {
  pen.fillStyle = ground
  pen.beginPath()
  pen.roundRect(0, 0, SIZE.width, SIZE.height, 36)
  pen.fill()
  pen.strokeStyle = lines
  pen.lineWidth = 1
  for (let y = 12; y < SIZE.height; y += 11) {
    pen.beginPath()
    for (let x = 8; x < SIZE.width - 8; x += 8) pen.lineTo(x, y + 9 * Math.sin(x / 70 + y / 40))
    pen.stroke()
  }
}

interface Place {
  face: string
  left: number
  top: number
}

const WIDTH = 760

function writeRows(pen: SKRSContext2D, { labels, rows }: WorldCard, { face, left, top }: Place): void {
  const step = Math.min(78, (SIZE.height - 20 - top) / rows.length)
  const small = { face, size: Math.min(19, step * 0.3) }
  const large = { face, size: Math.min(31, step * 0.5) }
  const indent = Math.max(...rows.flat().map(({ label }) => widthOf(pen, label, small)))
  for (const [i, row] of rows.entries()) {
    const y = top + step * i + step / 2
    for (const [column, { label, printed }] of row.entries()) {
      const x = left + (column * WIDTH) / row.length
      const most = WIDTH / row.length - 16
      if (labels === 'inline') write(pen, `${label}: ${printed}`, [x, y], { ...large, most })
      else if (labels === 'left') {
        write(pen, label, [x, y], small)
        write(pen, printed, [x + (column ? widthOf(pen, label, small) : indent) + 22, y], {
          ...large,
          most: most - indent,
        })
      } else if (labels === 'number') {
        write(pen, label, [x, y], { face, size: large.size * 0.75 })
        write(pen, printed, [x + 54, y], { ...large, most: most - 54 })
      } else {
        const down = labels === 'below' ? 1 : -1
        write(pen, label, [x, y + down * step * 0.27], { ...small, most })
        write(pen, printed, [x, y - down * step * 0.12], { ...large, most })
      }
    }
  }
}

interface Style {
  face: string
  size: number
  /** Drawn narrower until it fits. */
  most?: number
}

function widthOf(pen: SKRSContext2D, text: string, { face, size }: Style): number {
  if (!text) return 0
  pen.font = `${size}px ${familiesIn(face, text)}`
  return pen.measureText(text).width
}

function write(pen: SKRSContext2D, text: string, [x, y]: [number, number], style: Style): void {
  if (!text) return
  const width = widthOf(pen, text, style)
  pen.fillStyle = '#23262e'
  pen.textBaseline = 'middle'
  pen.fillText(text, x, y, Math.min(width, style.most ?? width))
}
