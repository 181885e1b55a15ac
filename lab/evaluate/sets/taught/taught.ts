import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PageReading } from '../../../../src/vision/document/page-reading.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import { OPERATING_POINT } from '../../../../src/vision/operating-point.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { DocumentModel } from '../../../../src/vision/taught/model.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { equalError } from '../../measure/rates.ts'
import type { Table } from '../../measure/table.ts'
import { tablesOf } from '../../report/measured.ts'
import type { TaughtFigures, TaughtTally } from '../../report/tables/taught.ts'
import { fieldResults } from '../documents/measure-documents.ts'
import { crossKinds } from './cross.ts'
import { asTruth, type Entry, readEntries, SHOTS, type Shown, teach } from './teach-entry.ts'

/**
 * Documents taught with one picture and with three, then read: other pictures of them, and imitations. Then taught with
 * pictures of one kind and compared with pictures of another.
 */
export const taught: EvaluationSet = {
  name: 'taught',
  folder: 'taught',
  async run({ engine, folder, progress, part }) {
    const entries = await readEntries(folder, part)
    const pictures = entries.reduce((sum, { test, imitations }) => sum + test.length + imitations.length + 1, 0)
    const byShots: TaughtFigures['byShots'] = {}
    const misses: Table[] = []
    let done = 0
    for (const shots of SHOTS) {
      const seconds: number[] = []
      const models: DocumentModel[] = []
      for (const entry of entries) {
        const { model, took } = await teach(engine, folder, entry, shots)
        if (model) models.push(model)
        seconds.push(took)
        progress(++done, SHOTS.length * pictures)
      }
      engine.useModels(models)
      const outcomes: TaughtOutcome[] = []
      for (const entry of entries) {
        for (const shown of [...entry.test, ...entry.imitations]) {
          outcomes.push(await read(engine, folder, entry, shown, models))
          progress(++done, SHOTS.length * pictures)
        }
      }
      engine.useModels([])
      byShots[shots] = tallyOf(outcomes, models.length, seconds)
      misses.push(missesOf(outcomes, shots))
    }
    const cross = await crossKinds(engine, folder, entries, () => progress(done, SHOTS.length * pictures))
    const json: TaughtFigures = { byShots, ...(Object.keys(cross).length && { cross }) }
    return { json, tables: [...tablesOf('taught', json), ...misses] }
  },
}

interface TaughtOutcome {
  entry: Entry
  shown: Shown
  /** For an imitation. */
  kind?: string
  reading?: PageReading
  isOwn: boolean
  isWrong: boolean
}

async function read(
  engine: ReadEngine,
  folder: string,
  entry: Entry,
  shown: Shown & { kind?: string },
  models: readonly DocumentModel[],
): Promise<TaughtOutcome> {
  const bytes = await readFile(path.join(folder, shown.file))
  const { value } = await engine.read((context) => readPage(context, bytes))
  const reading = value.ok ? value.value.reading : undefined
  const chosen = models.find(({ id }) => id === reading?.taught?.id)
  return {
    entry,
    shown,
    ...(shown.kind ? { kind: shown.kind } : {}),
    ...(reading ? { reading } : {}),
    isOwn: chosen?.name === entry.model,
    isWrong: chosen !== undefined && chosen.name !== entry.model,
  }
}

/** A genuine one that was not compared counts as refused, an imitation as passed. */
const scoreOf = ({ reading, isOwn, kind }: TaughtOutcome): number =>
  (isOwn ? reading?.authenticity?.reference?.score : undefined) ?? (kind ? 100 : 0)

const isRefused = (outcome: TaughtOutcome): boolean => scoreOf(outcome) <= OPERATING_POINT

function tallyOf(outcomes: readonly TaughtOutcome[], models: number, seconds: readonly number[]): TaughtTally {
  const genuine = outcomes.filter(({ kind }) => !kind)
  const imitations = outcomes.filter(({ kind }) => kind)
  const fields = fieldsOf(genuine)
  const kinds = [...new Set(imitations.flatMap(({ kind }) => kind ?? []))]
  const scores = { positives: genuine.map(scoreOf), negatives: imitations.map(scoreOf) }
  const photographs = genuine.filter(({ entry }) => entry.capture !== 'flatbed scan')
  return {
    models,
    test: genuine.length,
    recognised: genuine.filter(({ isOwn }) => isOwn).length,
    wrongModel: outcomes.filter(({ isWrong }) => isWrong).length,
    fields: { n: fields.length, exact: fields.filter(({ distance }) => distance === 0).length },
    genuineRefused: genuine.filter(isRefused).length,
    imitations: imitations.length,
    imitationsRefused: imitations.filter(isRefused).length,
    eer: imitations.length ? equalError(scores).eer : 0,
    byKind: Object.fromEntries(
      kinds.map((kind) => {
        const of = imitations.filter((each) => each.kind === kind)
        return [kind, { n: of.length, refused: of.filter(isRefused).length }]
      }),
    ),
    photographs: { n: photographs.length, refused: photographs.filter(isRefused).length },
    seconds: { most: Math.max(...seconds), mean: seconds.reduce((sum, each) => sum + each, 0) / seconds.length },
  }
}

const fieldsOf = (outcomes: readonly TaughtOutcome[]) =>
  fieldResults(
    outcomes.map(({ shown, reading }) => ({
      truth: asTruth(shown),
      ...(reading ? { reading } : {}),
      cpuMs: 0,
      steps: {},
    })),
  )

function missesOf(outcomes: readonly TaughtOutcome[], shots: number): Table {
  const rows = outcomes.flatMap((outcome) => {
    const { entry, shown, kind, isOwn, isWrong, reading } = outcome
    const wrong = [
      ...(isWrong ? ['another model'] : isOwn ? [] : [`not recognised (${reading?.country ?? 'refused'})`]),
      ...(kind && !isRefused(outcome) ? [`${kind} passes`] : []),
      ...(!kind && isOwn && isRefused(outcome) ? ['genuine refused'] : []),
    ]
    return wrong.length ? [[entry.model, shown.file, `${wrong.join('; ')} (${scoreOf(outcome)})`]] : []
  })
  const fields = fieldsOf(outcomes.filter(({ kind }) => !kind))
    .filter(({ distance }) => distance > 0)
    .map(({ file, name, read: got, right }) => {
      const entry = outcomes.find(({ shown }) => shown.file === file)?.entry.model ?? ''
      return [entry, file, `${name} "${got}" for "${right}"`]
    })
  return { title: `Misses with ${shots}`, head: ['document', 'file', 'what'], rows: [...rows, ...fields] }
}
