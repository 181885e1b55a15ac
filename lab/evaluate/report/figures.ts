import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, type SetName } from './measured.ts'
import { provenance } from './provenance.ts'

/** The measurements of one set as kept in docs/figures: the figures and their provenance. */
export interface FigureFile {
  set: string
  /** Description of the measurement, in one sentence. */
  what: string
  /** The amount of data. */
  data: string
  command: string
  /** Date, in ISO 8601. */
  date: string
  machine: string
  /** The version of the program, and the last commit that changed the measured code. */
  version: string
  /** Counts are whole numbers, rates between 0 and 1; no data about a picture or a person. */
  figures: unknown
}

const FIGURES = fileURLToPath(new URL('../../../docs/figures', import.meta.url))

/** Keeps new measurements. */
export async function keepFigures(name: SetName, figures: unknown, command: string, folder = FIGURES): Promise<void> {
  await writeFigures(figureFile(name, figures, command), folder)
}

/** New measurements, with their provenance. */
export function figureFile(name: SetName, figures: unknown, command: string): FigureFile {
  const { code, ...about } = describe(name, figures)
  return { ...about, command, ...provenance(code), figures }
}

async function writeFigures(file: FigureFile, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `${file.set}.json`), `${JSON.stringify(shortened(file), null, 2)}\n`)
}

/** Every file of the folder by its set. */
export async function readFigures(folder = FIGURES): Promise<Map<string, FigureFile>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const files = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as FigureFile),
  )
  return new Map(files.map((file) => [file.set, file]))
}

/** Six significant digits are enough for any figure. */
function shortened(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(6))
  if (Array.isArray(value)) return value.map(shortened)
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]))
  return value
}
