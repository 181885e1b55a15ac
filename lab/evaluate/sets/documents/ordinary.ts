import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import { ordinaryPictures } from '../../../ordinary/draw-ordinary.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import type { Table } from '../../measure/table.ts'
import { type OrdinaryFigures, ordinaryTaken } from '../../report/tables/ordinary.ts'

const TAKES = 7

/**
 * Drawn papers, screens, people and tables, and the photographs that the set `recapture` labels as ordinary: none is an
 * identity document, so each one that is read as a document is an error.
 */
export const ordinary: EvaluationSet = {
  name: 'ordinary',
  folder: '.',
  needsNoData: true,
  async run({ engine, folder, nets = engine.nets, progress, part }) {
    const all = [...ordinaryPictures(TAKES), ...(await photographsIn(path.join(folder, 'recapture')))]
    const { from = 0, count = all.length } = part ?? {}
    const pictures = all.slice(from, from + count)
    const byKind: OrdinaryFigures['byKind'] = {}
    const taken: string[][] = []
    for (const [i, { kind, draw }] of pictures.entries()) {
      const picture = await draw()
      const { value } = await engine.read((context) => readPage({ ...context, nets }, picture))
      const counts = byKind[kind] ?? { n: 0, taken: 0 }
      byKind[kind] = counts
      counts.n++
      if (value.ok) {
        counts.taken++
        taken.push([kind, String(from + i), value.value.reading.country ?? '–', value.value.reading.type])
      }
      progress(i + 1, pictures.length)
    }
    const json: OrdinaryFigures = { n: pictures.length, taken: taken.length, byKind }
    return { json, tables: [ordinaryTaken(json), takenTable(taken)] }
  },
}

const takenTable = (rows: string[][]): Table => ({
  title: 'Taken for a document',
  head: ['picture', 'number', 'country', 'type'],
  rows,
})

async function photographsIn(folder: string): Promise<{ kind: string; draw(): Promise<Uint8Array> }[]> {
  const labels = path.join(folder, 'labels.csv')
  if (!existsSync(labels)) return []
  const rows = await readCsv(labels)
  return rows
    .filter(({ label }) => label === 'real')
    .map(({ file = '' }) => ({ kind: 'a photograph', draw: () => readFile(path.join(folder, file)) }))
}
