import { random } from '../random.ts'
import { securityPaper } from './guilloche.ts'
import { loadPortrait, printPortrait } from './portrait.ts'
import { openSheet, writeField, writeText } from './sheet.ts'

const [WIDTH, HEIGHT, PER_MM] = [85.6, 53.98, 14]
const INKS = { paper: ['#f2ecdf', '#e8e6e0', '#dfe6ec'], lines: ['#b9a27a', '#8aa0b4'] } as const
const ACCENT = '#6b4a1f'

/** What the card says about its holder, as printed. */
export const UNNAMED_HOLDER = { member: 'NADIA QUILLFEATHER', number: 'G-204 118', joined: '04.03.2021' } as const

/** A card of an invented guild: a portrait and printed lines, and nothing that says of which state or kind it is. */
export async function drawUnnamed(seed: number, portrait: Uint8Array): Promise<{ front: Buffer; back: Buffer }> {
  const stream = random(`unnamed ${seed}`)
  const front = openSheet('FRONT', WIDTH, HEIGHT, PER_MM)
  securityPaper(front, INKS, stream.fork('paper'))
  writeText(front, 'GUILD OF LAMPLIGHTERS', 5, 8, { size: 3.6, weight: 700, color: ACCENT })
  const loaded = await loadPortrait({ picture: portrait }, false)
  printPortrait(front, { x: 5, y: 13, width: 25, height: 32 }, loaded, INKS.lines[0], stream.fork('portrait'))
  writeField(front, undefined, UNNAMED_HOLDER.member, 35, 17, { label: 'Lamplighter' })
  writeField(front, undefined, UNNAMED_HOLDER.number, 35, 26, { label: 'Lantern' })
  writeField(front, undefined, UNNAMED_HOLDER.joined, 35, 35, { label: 'Sworn in' })
  writeField(front, undefined, 'NORTH QUAY', 35, 44, { label: 'Quarter' })

  const back = openSheet('BACK', WIDTH, HEIGHT, PER_MM)
  securityPaper(back, INKS, stream.fork('back'))
  writeText(back, 'Keeps the lamps of the quarter from dusk to dawn.', 5, 12, { size: 2.4 })
  writeText(back, 'Please bring a lost card to any lamp.', 5, 18, { size: 2.4 })
  return { front: front.canvas.toBuffer('image/jpeg', 95), back: back.canvas.toBuffer('image/jpeg', 95) }
}
