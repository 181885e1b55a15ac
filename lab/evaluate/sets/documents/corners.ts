import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findDocument } from '../../../../src/vision/document/outline/find-document.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { median, overlap } from '../../measure/overlap.ts'
import { tablesOf } from '../../report/measured.ts'
import type { CornersFigures } from '../../report/tables/documents.ts'

interface Labelled {
  file: string
  quad: [number, number][]
}

/** The detected corners of the document compared with the true ones; and whether none are found without a document. */
export const corners: EvaluationSet = {
  name: 'corners',
  folder: 'corners',
  async run({ engine, folder, progress }) {
    const labelled = JSON.parse(await readFile(path.join(folder, 'quads.json'), 'utf8')) as Labelled[]
    const overlaps: number[] = []
    for (const [i, { file, quad }] of labelled.entries()) {
      const photo = await decode(await readFile(path.join(folder, file)))
      const found = await findDocument(engine.nets, photo)
      overlaps.push(
        found
          ? overlap(
              found.quad,
              quad.map(([x, y]) => ({ x, y })),
            )
          : 0,
      )
      progress(i + 1, labelled.length)
    }
    const iou90 = overlaps.filter((iou) => iou >= 0.9).length
    const ordinary = await ordinaryPhotos(engine, path.join(folder, '..', 'recapture'))
    const json: CornersFigures = {
      n: overlaps.length,
      iou90,
      medianIou: median(overlaps),
      ...(ordinary.n && { ordinary }),
    }
    return { json, tables: tablesOf('corners', json) }
  },
}

/** The photographs labelled `real` among the recaptures show no document; empty if that set is missing. */
async function ordinaryPhotos({ nets }: ReadEngine, folder: string): Promise<{ n: number; noDocument: number }> {
  const labels = path.join(folder, 'labels.csv')
  const rows = existsSync(labels) ? (await readCsv(labels)).filter(({ label }) => label === 'real') : []
  let noDocument = 0
  for (const { file = '' } of rows) {
    const photo = await decode(await readFile(path.join(folder, file)))
    if (!(await findDocument(nets, photo))) noDocument++
  }
  return { n: rows.length, noDocument }
}
