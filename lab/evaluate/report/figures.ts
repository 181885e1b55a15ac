import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, type SetName } from './measured.ts'
import { provenance } from './provenance.ts'

/** What one set measured, as it is kept in docs/figures: the figures and where they come from. */
export interface FigureFile {
  set: string
  /** What was measured, in one sentence. */
  what: string
  /** On how much of what. */
  data: string
  command: string
  /** A day, as ISO 8601 writes it. */
  date: string
  machine: string
  /** The version of the program, and the last commit that had changed what was measured. */
  version: string
  /** Counts are whole numbers, rates between 0 and 1; nothing of a picture or a person. */
  figures: unknown
}

const FIGURES = fileURLToPath(new URL('../../../docs/figures', import.meta.url))

/** Keeps what was measured just now. */
export async function keepFigures(name: SetName, figures: unknown, command: string, folder = FIGURES): Promise<void> {
  await writeFigures(figureFile(name, figures, command), folder)
}

/** What was measured just now, with where it comes from. */
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

/** No more digits than a figure can bear: six that count. */
function shortened(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(6))
  if (Array.isArray(value)) return value.map(shortened)
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]))
  return value
}
