import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { usualSquareOf } from '../../../../src/vision/face/find-points.ts'
import { findPortrait } from '../../../../src/vision/face/take-portrait.ts'
import { type Box, clipBox, crop } from '../../../../src/vision/picture/box.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { auc, errorsAt, type Scores } from '../../measure/rates.ts'
import { tablesOf } from '../../report/measured.ts'
import { judgeLevelled, levelled } from './liveness.ts'

/**
 * How much liveness depends on the distance: every picture is cropped so that the face takes up an increasing share.
 */
export const livenessDistance: EvaluationSet = { name: 'livenessDistance', folder: 'liveness', run }

/** The side of the face's square as a fraction of the picture's shorter side. */
const SHARES = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.95]

/** Aspect ratio of a picture taken by phone. */
const SHAPE = 4 / 3

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const byShare = new Map(SHARES.map((share) => [share, { cut: empty(), uncut: empty() }]))
  for (const [i, { file = '', label }] of rows.entries()) {
    const picture = await decode(await levelled(await readFile(path.join(folder, file))))
    const { value: portrait } = await engine.read((context) => findPortrait(context, picture))
    const kind = label === 'live' ? 'positives' : 'negatives'
    const uncut = portrait && (await scoreOf(engine, picture))
    for (const share of portrait ? SHARES : []) {
      const square = usualSquareOf(portrait?.points ?? [])
      // A picture taken closer cannot be shown from further away.
      if (square.width > share * Math.min(picture.width, picture.height)) continue
      byShare.get(share)?.uncut[kind].push(uncut ?? 0)
      byShare.get(share)?.cut[kind].push(await scoreOf(engine, crop(picture, clipBox(nearer(square, share), picture))))
    }
    progress(i + 1, rows.length)
  }

  const found = [...byShare].map(([share, { cut, uncut }]) => ({
    share,
    live: cut.positives.length,
    attacks: cut.negatives.length,
    auc: auc(cut),
    aucUncut: auc(uncut),
    ...errorsAt(cut, 50),
  }))
  const json = { byShare: Object.fromEntries(found.map(({ share, ...row }) => [share, row])) }
  return { json, tables: tablesOf('livenessDistance', json) }
}

const empty = (): Scores => ({ positives: [], negatives: [] })

const scoreOf = async (engine: ReadEngine, picture: Picture) => (await judgeLevelled(engine, picture)) ?? 0

/** The part of a picture in which the face takes up this share, with a phone's aspect ratio. */
export function nearer({ x, y, width, height }: Box, share: number): Box {
  const wide = width / share
  const window = { width: Math.round(wide), height: Math.round(wide * SHAPE) }
  return {
    x: Math.round(x + width / 2 - window.width / 2),
    y: Math.round(y + height / 2 - window.height / 2),
    ...window,
  }
}
