import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { judgeRecapture } from '../../../../src/vision/document/checks/recapture/judge-recapture.ts'
import { findDocument } from '../../../../src/vision/document/outline/find-document.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { rocPlot } from '../../measure/plot.ts'
import { equalError } from '../../measure/rates.ts'
import { tablesOf } from '../../report/measured.ts'
import type { RecaptureFigures } from '../../report/tables/recapture.ts'
import type { DocumentTruth } from './document-truth.ts'

/** Screens and copies compared with ordinary photographs. A picture that could not be judged counts as an original. */
export const recapture: EvaluationSet = {
  name: 'recapture',
  folder: 'recapture',
  async run({ engine, folder, progress }) {
    const rows = await readCsv(path.join(folder, 'labels.csv'))
    const originals = await phonePhotos(path.join(folder, '..', 'documents'))
    const total = rows.length + originals.length
    const judged: { label: string; score: number }[] = []
    for (const { file = '', label = '' } of rows) {
      judged.push({ label, score: await scoreOf(engine, path.join(folder, file)) })
      progress(judged.length, total)
    }
    let falseAlarms = 0
    for (const [i, file] of originals.entries()) {
      if ((await scoreOf(engine, file)) <= 50) falseAlarms++
      progress(rows.length + i + 1, total)
    }
    const scoresOf = (test: (label: string) => boolean) =>
      judged.filter(({ label }) => test(label)).map(({ score }) => score)
    const positives = scoresOf((label) => label === 'real')
    const negatives = scoresOf((label) => label !== 'real')
    const labels = [...new Set(judged.map(({ label }) => label))]
    const byLabel = Object.fromEntries(
      labels.map((name) => {
        const scores = scoresOf((label) => label === name)
        const flagged = scores.filter((score) => score <= 50).length
        const own = name === 'real' ? {} : { eer: equalError({ positives, negatives: scores }).eer }
        return [name, { n: scores.length, flagged, ...own }]
      }),
    )
    const { eer } = equalError({ positives, negatives })
    const json: RecaptureFigures = {
      byLabel,
      eer,
      phonePhotosOfDocuments: { n: originals.length, flagged: falseAlarms },
    }
    return {
      json,
      tables: tablesOf('recapture', json),
      plots: {
        'recapture-roc': rocPlot('Originals against recaptures', { positives, negatives }),
        ...Object.fromEntries(
          labels
            .filter((name) => name !== 'real')
            .map((name) => [
              `recapture-${name.split(' ')[0]}-roc`,
              rocPlot(`Originals against: ${name}`, { positives, negatives: scoresOf((label) => label === name) }),
            ]),
        ),
      },
    }
  },
}

async function scoreOf({ nets }: ReadEngine, file: string): Promise<number> {
  const photo = await decode(await readFile(file))
  const found = await findDocument(nets, photo)
  return (await judgeRecapture(nets, photo, found?.quad))?.score ?? 100
}

/** The originals of the document set that were taken by phone; none if that set is missing. */
async function phonePhotos(folder: string): Promise<string[]> {
  const list = path.join(folder, 'truth.json')
  if (!existsSync(list)) return []
  const truths = JSON.parse(await readFile(list, 'utf8')) as DocumentTruth[]
  return truths.filter(({ capture }) => capture === 'phone photo').map(({ file }) => path.join(folder, file))
}
