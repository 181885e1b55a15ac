import { securityPaper } from '../../packages/specimen/src/draw/guilloche.ts'
import { loadPortrait, printPortrait } from '../../packages/specimen/src/draw/portrait.ts'
import { openSheet, writeField, writeText } from '../../packages/specimen/src/draw/sheet.ts'
import { random } from '../../packages/specimen/src/random.ts'
import type { WorldCard } from './draw-world.ts'

const [WIDTH, HEIGHT, PER_MM] = [85.6, 53.98, 15]
const INKS = { paper: ['#eaf3ee', '#f7f4e8', '#e6eef6'], lines: ['#7fae95', '#9aa7cc'] } as const
const PORTRAIT = { x: 4, y: 15, width: 22, height: 28 }

/** The card on security paper, in the typefaces of the specimens, with each label above or to the left of its value. */
export async function drawFurther({ country, type, titles, labels, rows }: WorldCard, portrait: Uint8Array) {
  const stream = random(`further/${country}/${type}`)
  const sheet = openSheet('FRONT', WIDTH, HEIGHT, PER_MM)
  securityPaper(sheet, INKS, stream.fork('paper'))
  for (const [i, title] of titles.entries())
    writeText(sheet, title, 4, 5.5 + 4 * i, { size: i ? 2.5 : 3.2, weight: 700, maxWidth: WIDTH - 8 })
  printPortrait(
    sheet,
    PORTRAIT,
    await loadPortrait({ picture: portrait }, false),
    INKS.lines[0],
    stream.fork('portrait'),
  )
  const step = Math.min(7.4, 36 / rows.length)
  for (const [i, row] of rows.entries()) {
    for (const [column, { label, printed }] of row.entries()) {
      const x = 30 + (column * 54) / row.length
      const y = 16 + step * i
      const maxWidth = 52 / row.length
      if (labels === 'left') {
        writeText(sheet, label, x, y, { size: 1.7, maxWidth: 20 })
        writeText(sheet, printed, x + 22, y, { size: 2.5, weight: 700, maxWidth: 30 })
      } else {
        writeField(sheet, undefined, printed, x, y, { label, size: 2.5, gap: Math.min(2.9, 0.48 * step), maxWidth })
      }
    }
  }
  return sheet.canvas.toBuffer('image/jpeg', 95)
}
