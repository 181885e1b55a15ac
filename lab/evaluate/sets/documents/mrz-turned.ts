import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { editDistance } from '../../../../src/vision/text/fold.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import type { DocumentTruth } from './document-truth.ts'

/**
 * The MRZ of pictures rotated by quarter turns and tilted: located if most of its characters are read, exact if all
 * are.
 */
export const mrzTurned: EvaluationSet = {
  name: 'mrzTurned',
  folder: 'documents',
  async run({ engine, folder, progress, part }) {
    const truths = JSON.parse(await readFile(path.join(folder, 'truth.json'), 'utf8')) as DocumentTruth[]
    const all = truths.flatMap((truth) => (truth.mrz ? POSES.map((pose) => ({ truth, pose })) : []))
    const from = part?.from ?? 0
    const cases = all.slice(from, from + (part?.count ?? all.length))
    const seen: { turn: number; tilt: number; share: number }[] = []
    for (const { truth, pose } of cases) {
      const turned = await turn(await readFile(path.join(folder, truth.file)), pose.turn + pose.tilt)
      seen.push({ ...pose, share: await shareRead(engine, turned, truth.mrz ?? []) })
      progress(seen.length, cases.length)
    }
    const count = (list: typeof seen) => ({
      n: list.length,
      located: list.filter(({ share }) => share >= LOCATED).length,
      exact: list.filter(({ share }) => share === 1).length,
    })
    const rows = Object.entries(Object.groupBy(seen, ({ turn, tilt }) => `turned ${turn}°, tilted ${tilt}°`)).map(
      ([name, list = []]) => ({ name, ...count(list) }),
    )
    const json = { ...count(seen), byPose: rows }
    return { json, tables: tablesOf('mrzTurned', json) }
  },
}

const POSES = [0, 90, 180, 270].flatMap((turn) => [-20, 0, 20].map((tilt) => ({ turn, tilt })))

/** With the right position, even a poor reading has most characters right; with a wrong one it has few. */
const LOCATED = 0.7

/** On a background of the picture's own mean colour: a black or white wedge would be a detectable edge. */
async function turn(bytes: Uint8Array, degrees: number): Promise<Uint8Array> {
  const upright = await sharp(bytes).autoOrient().removeAlpha().toColourspace('srgb').toBuffer()
  const { channels } = await sharp(upright).stats()
  const [r = 128, g = 128, b = 128] = channels.map(({ mean }) => Math.round(mean))
  return sharp(upright).rotate(degrees, { background: { r, g, b } }).jpeg({ quality: 92 }).toBuffer()
}

/** The fraction of the MRZ's characters that were read. */
async function shareRead(engine: ReadEngine, bytes: Uint8Array, lines: readonly string[]): Promise<number> {
  const { value: result } = await engine.read((context) => readPage(context, bytes))
  const read = result.ok ? (result.value.reading.mrz?.lines.join('\n') ?? '') : ''
  const truth = lines.join('\n')
  return 1 - Math.min(1, editDistance(read, truth) / truth.length)
}
