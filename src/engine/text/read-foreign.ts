import { quadOf } from '../picture/quad.ts'
import type { Sheet } from '../picture/sheet.ts'
import type { ReadContext } from '../read-engine.ts'
import { readText, type TextLine } from './read-text.ts'
import { readerOf } from './readers.ts'

/**
 * Of 240 drawn lines of Chinese characters our reader was that sure of three, and the reader of them of 80 % and more; of
 * lines in our letters ours is surer nearly always.
 */
const SURE = 0.8
const HAN = /\p{Script=Han}/u

/** Lines that the reader of every page is not sure of, as the reader of Chinese characters has them where it is. */
export async function readForeign(
  { nets, time }: ReadContext,
  sheet: Sheet,
  lines: readonly TextLine[],
): Promise<TextLine[]> {
  const unsure = lines.filter(({ confidence }) => confidence < SURE)
  const quads = unsure.map(({ box }) => quadOf(box))
  const foreign = await time('read-text', () => readText(nets, sheet, quads, readerOf('Han')))
  const better = new Map(
    foreign.flatMap((line, i) => {
      const given = unsure[i] as TextLine
      return line.confidence > SURE && HAN.test(line.text) ? [[given, { ...line, box: given.box }] as const] : []
    }),
  )
  return lines.map((line) => better.get(line) ?? line)
}
