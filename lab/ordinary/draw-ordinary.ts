import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { BACKGROUNDS, paintBackground } from '../../packages/specimen/src/photograph/backgrounds.ts'
import { shoot } from '../../packages/specimen/src/photograph/photograph.ts'
import { type Random, random } from '../../packages/specimen/src/random.ts'
import { cutHead } from '../demonstration/heads.ts'
import ordinary from './ordinary.json' with { type: 'json' }

/** A picture that shows no identity document. */
interface Ordinary {
  kind: string
  draw(): Promise<Uint8Array>
}

const FONTS = ['sans-serif', 'serif', 'monospace'] as const
const PAPERS = ['#f4f2ee', '#ffffff', '#dfe8f2', '#f3e2d0', '#24405e', '#7a1f2b'] as const
const SCREEN = { width: 720, height: 1400 }
/** Screens that have a face in it. */
const WITH_FACE: readonly string[] = ['profile', 'news']

/**
 * Papers and cards without a portrait, flat and photographed, with words of identity documents on many of them;
 * screens, some with a face; people; and empty tables. `takes` of each kind.
 */
export function ordinaryPictures(takes: number): Ordinary[] {
  const numbers = Array.from({ length: takes }, (_, take) => take)
  const of = (kind: string, draw: (stream: Random, take: number) => Promise<Uint8Array>): Ordinary[] =>
    numbers.map((take) => ({ kind, draw: () => draw(random(`ordinary/${kind}/${take}`), take) }))
  return [
    ...Object.entries(ordinary.papers).flatMap(([kind, { size, lines }]) =>
      of(kind, async (stream, take) => paper({ size, lines, stream, isFlat: take % 3 === 0 })),
    ),
    ...Object.entries(ordinary.screens).flatMap(([kind, lines]) =>
      of(`screen with ${kind}`, (stream) => screen(lines, WITH_FACE.includes(kind), stream)),
    ),
    ...of('a person', (stream) =>
      cutHead(stream.pick(['portrait', 'other', 'selfie']), { context: stream.between(1.8, 4), width: 900 }),
    ),
    ...of('an empty table', async (stream, take) => {
      const canvas = createCanvas(1400, 1050)
      paintBackground(canvas.getContext('2d'), BACKGROUNDS[take % BACKGROUNDS.length] ?? 'wood', stream)
      return canvas.toBuffer('image/jpeg', 88)
    }),
  ]
}

interface Paper {
  size: readonly number[]
  lines: readonly string[]
  stream: Random
  isFlat: boolean
}

function paper({ size: [width = 0, height = 0], lines, stream, isFlat }: Paper): Uint8Array {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const ground = stream.pick(PAPERS)
  pen.fillStyle = ground
  pen.fillRect(0, 0, width, height)
  const isDark = ground === '#24405e' || ground === '#7a1f2b'
  write(pen, filled(lines, stream), {
    top: 0.08 * height,
    font: stream.pick(FONTS),
    ink: isDark ? '#f4f2ee' : '#23262e',
  })
  if (isFlat) return canvas.toBuffer('image/jpeg', 90)
  return shoot({ canvas }, { seed: stream.whole(1, 1e6), level: stream.pick(['easy', 'medium']) }).jpeg
}

async function screen(lines: readonly string[], hasFace: boolean, stream: Random): Promise<Uint8Array> {
  const { width, height } = SCREEN
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const isDark = stream.next() < 0.3
  pen.fillStyle = isDark ? '#14161c' : '#ffffff'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = stream.pick(['#2e6bd6', '#1f8a5b', '#8a2e5d'])
  pen.fillRect(0, 0, width, 90)
  if (hasFace) {
    const head = await loadImage(Buffer.from(await cutHead(stream.pick(['portrait', 'other']), { context: 2.2 })))
    pen.drawImage(head, 60, 130, 300, 400)
  }
  write(pen, filled(lines, stream), {
    top: hasFace ? 600 : 170,
    font: 'sans-serif',
    ink: isDark ? '#e8eaf0' : '#23262e',
  })
  return canvas.toBuffer('image/jpeg', 92)
}

interface Style {
  top: number
  font: (typeof FONTS)[number]
  ink: string
}

function write(pen: SKRSContext2D, lines: readonly string[], { top, font, ink }: Style): void {
  const { width, height } = pen.canvas
  const step = Math.min(90, (height - 1.3 * top) / lines.length)
  pen.fillStyle = ink
  pen.textBaseline = 'top'
  for (const [i, line] of lines.entries()) {
    pen.font = `${i ? '' : 'bold '}${Math.round(step * (i ? 0.46 : 0.56))}px ${font}`
    pen.fillText(line, 0.07 * width, top + step * i, 0.86 * width)
  }
}

function filled(lines: readonly string[], stream: Random): string[] {
  const two = (most: number) => String(stream.whole(1, most)).padStart(2, '0')
  const values: Record<string, () => string> = {
    name: () => stream.pick(ordinary.names),
    street: () => stream.pick(ordinary.streets),
    date: () => `${two(28)}.${two(12)}.${stream.whole(1950, 2029)}`,
    time: () => `${two(23)}:${two(59)}`,
    sum: () => `${stream.whole(2, 90)}.${two(99)}`,
    number: () => String(stream.whole(1e7, 1e8 - 1)),
  }
  return lines.map((line) => line.replace(/\{(\w+)\}/g, (_, name: string) => values[name]?.() ?? ''))
}
