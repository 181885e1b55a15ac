import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { decode } from '../../engine/steps/decode.ts'
import { findDocument } from '../../engine/steps/find-document.ts'
import { judgeRecapture } from '../../engine/steps/judge-recapture.ts'
import { readCsv } from '../csv.ts'
import type { EvaluationSet } from '../evaluation.ts'
import { rocPlot } from '../plot.ts'
import { equalError } from '../rates.ts'
import { percent } from '../table.ts'

/** Screens and copies against ordinary photos. A picture that could not be judged counts as taken for an original. */
export const recapture: EvaluationSet = {
  name: 'recapture',
  folder: 'recapture',
  async run({ bench, folder, progress }) {
    const rows = await readCsv(path.join(folder, 'labels.csv'))
    const judged: { label: string; score: number }[] = []
    for (const [i, { file = '', label = '' }] of rows.entries()) {
      const photo = await decode(await readFile(path.join(folder, file)))
      const found = await findDocument(bench.models, photo)
      const reading = await judgeRecapture(bench.models, photo, found?.quad)
      judged.push({ label, score: reading?.score ?? 100 })
      progress(i + 1, rows.length)
    }
    const scoresOf = (test: (label: string) => boolean) =>
      judged.filter(({ label }) => test(label)).map(({ score }) => score)
    const positives = scoresOf((label) => label === 'real')
    const negatives = scoresOf((label) => label !== 'real')
    const labels = [...new Set(judged.map(({ label }) => label))]
    const byLabel = Object.fromEntries(
      labels.map((name) => {
        const scores = scoresOf((label) => label === name)
        return [name, { n: scores.length, flagged: scores.filter((score) => score <= 50).length }]
      }),
    )
    const { eer } = equalError({ positives, negatives })
    return {
      json: { byLabel, eer },
      tables: [
        {
          title: 'Recapture',
          head: ['label', 'pictures', 'flagged', 'equal error rate against real'],
          rows: labels.map((name) => {
            const { n = 0, flagged = 0 } = byLabel[name] ?? {}
            const own = equalError({ positives, negatives: scoresOf((label) => label === name) }).eer
            return [name, n, flagged, name === 'real' ? '' : percent(own)]
          }),
        },
        { title: 'All recaptures', head: ['equal error rate'], rows: [[percent(eer)]] },
      ],
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
