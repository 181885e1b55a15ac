import { quadOf } from '../../picture/quad.ts'
import type { Sheet } from '../../picture/sheet.ts'
import type { ReadContext } from '../../read-engine.ts'
import { readText, type TextLine } from '../../text/read-text.ts'
import { readerOf } from '../../text/readers.ts'
import { SCRIPTS } from '../../text/scripts.ts'

/** Scripts with figures of their own that documents print. */
const WITH_FIGURES = ['Arabic', 'Devanagari', 'Bengali', 'Khmer', 'Myanmar', 'Lao', 'Thai']

/** Letters by which a page shows its script. */
const MIN_LETTERS = 12
/** Of figures in another script the usual reader is never surer: they look like 1, 7, V and Greek letters. */
const SURE = 0.87

/**
 * A number in the figures of another script has no letters to show which script it is in: on a page of such a script,
 * lines that the usual reader is unsure of are read once more, and taken where figures come out.
 */
export async function readOwnFigures(
  { nets, time }: ReadContext,
  sheet: Sheet,
  lines: readonly TextLine[],
): Promise<TextLine[]> {
  const script = scriptOfPage(lines)
  const reader = script && readerOf(script)
  if (!reader) return [...lines]
  const doubtful = lines.filter(
    ({ text, confidence }) => text.length >= MIN_FIGURES && confidence < SURE && !isIn(script, text),
  )
  const quads = doubtful.map(({ box }) => quadOf(box))
  const read = await time('read-text', () => readText(nets, sheet, quads, { reader, script }))
  return lines.map((line) => {
    const again = read[doubtful.indexOf(line)]
    return again && areFigures(again.text) ? { ...again, box: line.box } : line
  })
}

const MIN_FIGURES = 4
/** Marks and a sign or two that were read otherwise may stand between them. */
const MOST = 0.7

/** Whether a text is a number or a date in figures that are not ours. */
export function areFigures(text: string): boolean {
  const signs = text.replaceAll(/[\s./-]/g, '')
  const figures = signs.match(/[^\P{Nd}\d]/gu)?.length ?? 0
  return figures >= MIN_FIGURES && figures >= MOST * [...signs].length
}

function scriptOfPage(lines: readonly TextLine[]): string | undefined {
  const text = lines.map((line) => line.text).join('')
  return WITH_FIGURES.find((script) => lettersIn(script, text) >= MIN_LETTERS)
}

const isIn = (script: string, text: string): boolean => lettersIn(script, text) > 0

function lettersIn(script: string, text: string): number {
  const letters = SCRIPTS.find(({ name }) => name === script)?.letters
  return letters ? [...text].filter((letter) => letters.test(letter)).length : 0
}
