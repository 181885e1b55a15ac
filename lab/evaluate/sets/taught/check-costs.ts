import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPage } from '../../../../src/engine/document/read-page.ts'
import type { ReadEngine } from '../../../../src/engine/read-engine.ts'

/** What a check costs: lines of code, and CPU-ms of a page of a taught document, the middle one. */
export interface CheckCost {
  check: string
  lines: number
  cpuMs: number
}

/** CPU-ms of one reading, by check. */
export type Steps = Record<string, number>

/** Where the code of each check is, in src/engine; the comparison has a folder of its own, which teaching shares. */
const CODE: Record<string, readonly string[]> = {
  recapture: ['document/checks/recapture'],
  editor: ['document/checks/editor.ts'],
  'specimen-words': ['document/checks/specimen-words.ts'],
  traces: ['document/checks/traces'],
  reference: ['document/checks/reference.ts', 'taught'],
}

const ENGINE = fileURLToPath(new URL('../../../../src/engine', import.meta.url))

/** Reads a page and says what each check of it took. */
export async function stepsOf(engine: ReadEngine, bytes: Uint8Array): Promise<Steps> {
  const { times } = await engine.read((context) => readPage(context, bytes))
  const took = (check: string) =>
    times.filter(({ step }) => step === `judge-${check}`).reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  return Object.fromEntries(Object.keys(CODE).map((check) => [check, took(check)]))
}

export const costsOf = (readings: readonly Steps[]): Promise<CheckCost[]> =>
  Promise.all(
    Object.entries(CODE).map(async ([check, code]) => {
      const lines = await Promise.all(code.map((each) => linesIn(path.join(ENGINE, each))))
      const took = readings.map((steps) => steps[check] ?? 0).toSorted((a, b) => a - b)
      return {
        check,
        lines: lines.reduce((sum, count) => sum + count, 0),
        cpuMs: Math.round(took[took.length >> 1] ?? 0),
      }
    }),
  )

/** Lines of a file, or of all files of a folder. */
async function linesIn(place: string): Promise<number> {
  const names = place.endsWith('.ts') ? [''] : await readdir(place, { recursive: true })
  const files = names.filter((name) => !name || name.endsWith('.ts')).map((name) => path.join(place, name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
}
