import { readFile } from 'node:fs/promises'
import { type FigureFile, figureFile, readFigures } from '../figures.ts'
import { fillPage, readerOf } from '../fill.ts'
import { isMeasured } from '../measured.ts'
import { type IsoReport, isoReport } from './report.ts'

const PAGE = new URL('../../../../docs/iso-report.md', import.meta.url)

/** docs/iso-report.md with the figures of docs/figures, or new measurements, and the same as data. */
export async function writeIsoReport(
  measuredNow: Record<string, unknown>,
  kept?: ReadonlyMap<string, FigureFile>,
): Promise<{ markdown: string; json: IsoReport }> {
  const files = new Map(kept ?? (await readFigures()))
  for (const [name, figures] of Object.entries(measuredNow))
    if (isMeasured(name)) files.set(name, figureFile(name, figures, `npm run evaluate -- --data DIR --only ${name}`))
  const { text } = fillPage(await readFile(PAGE, 'utf8'), files)
  return { markdown: text.replace(/^<!-- \/?figures.*-->\n/gm, ''), json: isoReport(readerOf(files)) }
}
