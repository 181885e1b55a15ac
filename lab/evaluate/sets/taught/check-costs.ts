import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { Table } from '../../measure/table.ts'

/** The cost of a check: lines of code, and median CPU-ms on a page of a taught document. */
interface CheckCost {
  check: string
  lines: number
  cpuMs: number
}

/** CPU-ms of one reading, by check. */
export type Steps = Record<string, number>

/** The folder of each check's code, in src/vision; the comparison has its own folder, which teaching shares. */
const CODE: Record<string, readonly string[]> = {
  recapture: ['document/checks/recapture'],
  editor: ['document/checks/editor.ts'],
  'specimen-words': ['document/checks/specimen-words.ts'],
  traces: ['document/checks/traces'],
  reference: ['document/checks/reference.ts', 'taught'],
}

const ENGINE = fileURLToPath(new URL('../../../../src/vision', import.meta.url))

/** Reads a page, again after all nets are loaded, and reports the cost of each check. */
export async function stepsOf(engine: ReadEngine, bytes: Uint8Array): Promise<Steps> {
  await engine.read((context) => readPage(context, bytes))
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

export const checkCosts = (checks: readonly CheckCost[]): Table => ({
  title: 'What each check of a page costs',
  head: ['check', 'lines', 'CPU-ms a page of a taught document'],
  rows: checks.map(({ check, lines, cpuMs }) => [check, lines, cpuMs]),
})

/** Lines of a file, or of all files of a folder. */
async function linesIn(place: string): Promise<number> {
  const names = place.endsWith('.ts') ? [''] : await readdir(place, { recursive: true })
  const files = names.filter((name) => !name || name.endsWith('.ts')).map((name) => path.join(place, name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
}
