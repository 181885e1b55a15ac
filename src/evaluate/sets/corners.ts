import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { decode } from '../../engine/steps/decode.ts'
import { findDocument } from '../../engine/steps/find-document.ts'
import type { EvaluationSet } from '../evaluation.ts'
import { median, overlap } from '../overlap.ts'
import { percent } from '../table.ts'

interface Labelled {
  file: string
  quad: [number, number][]
}

/** Where the corners of the document are found, against where they are. */
export const corners: EvaluationSet = {
  name: 'corners',
  folder: 'corners',
  async run({ bench, folder, progress }) {
    const labelled = JSON.parse(await readFile(path.join(folder, 'quads.json'), 'utf8')) as Labelled[]
    const overlaps: number[] = []
    for (const [i, { file, quad }] of labelled.entries()) {
      const photo = await decode(await readFile(path.join(folder, file)))
      const found = await findDocument(bench.models, photo)
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
    return {
      json: { n: overlaps.length, iou90, medianIou: median(overlaps) },
      tables: [
        {
          title: 'Corners of the document',
          head: ['pictures', 'IoU ≥ 0.9', 'median IoU'],
          rows: [[overlaps.length, `${iou90} (${percent(iou90 / overlaps.length)})`, median(overlaps).toFixed(4)]],
        },
      ],
    }
  },
}
