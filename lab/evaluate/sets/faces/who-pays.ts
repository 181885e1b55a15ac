import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { judgeLiveness } from '../../../../src/vision/face/judge-liveness.ts'
import { guessFaceAge, readFace } from '../../../../src/vision/face/read-face.ts'
import { findPortrait } from '../../../../src/vision/face/take-portrait.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { bandOf, GROUPS, isOf, type Who, whoBy } from '../../measure/groups.ts'
import { toneAngle, toneOf } from '../../measure/skin-tone.ts'
import { tablesOf } from '../../report/measured.ts'
import type { WhoPaysFigures } from '../../report/tables/faces.ts'

/**
 * Selfies that are refused, and living people who are not found live, by sex, age and skin tone. LFW as photographed,
 * with sex and age estimated by the engine's own net; UTKFace as labelled, which is cropped too closely for the rules
 * of a selfie.
 */
export const whoPays: EvaluationSet = { name: 'whoPays', folder: 'faces', run }

/** Every fourth picture of LFW is enough for the rates of a group. */
const STEP = 4

interface Seen {
  who: Who
  refused: boolean
  live: boolean
}

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const pairs = await readCsv(path.join(folder, 'pairs.csv'))
  const files = [...new Set(pairs.flatMap(({ file1 = '', file2 = '' }) => [file1, file2]))]
  const sampled = files.filter((_, at) => at % STEP === 0)
  const selfies: Seen[] = []
  for (const [i, file] of sampled.entries()) {
    selfies.push(...(await readSelfie(engine, await readFile(path.join(folder, file)))))
    progress(i + 1, sampled.length)
  }
  const json: WhoPaysFigures = {
    selfies: groupsOf(selfies),
    labelled: groupsOf(await judgeLabelled(engine, path.join(path.dirname(folder), 'faces-age'))),
  }
  return { json, tables: tablesOf('whoPays', json) }
}

/** Empty if no face is found: its group is not known. */
async function readSelfie(engine: ReadEngine, bytes: Uint8Array): Promise<Seen[]> {
  const picture = await decode(bytes)
  const { value: portrait } = await engine.read((context) => findPortrait(context, picture))
  if (!portrait) return []
  const guess = await guessFaceAge(await engine.nets.get('face-age'), picture, portrait.face)
  const who = whoBy(guess, toneAngle(portrait.aligned))
  const { value: read } = await engine.read((context) => readFace(context, bytes))
  return [{ who, refused: !read.ok, live: read.ok && (read.value.reading.liveness?.score ?? 0) > 50 }]
}

async function judgeLabelled(engine: ReadEngine, folder: string): Promise<Seen[]> {
  if (!existsSync(folder)) return []
  const seen: Seen[] = []
  for (const { file = '', age, sex } of await readCsv(path.join(folder, 'labels.csv'))) {
    const picture = await decode(await readFile(path.join(folder, file)))
    const { value: portrait } = await engine.read((context) => findPortrait(context, picture))
    const score = portrait && (await judgeLiveness(engine.nets, picture, portrait.face)).score
    const angle = portrait && toneAngle(portrait.aligned)
    const who: Who = {
      sex: sex === 'female' ? 'women' : 'men',
      age: bandOf(Number(age)),
      ...(angle !== undefined && { tone: toneOf(angle) }),
    }
    seen.push({ who, refused: !portrait, live: (score ?? 0) > 50 })
  }
  return seen
}

const groupsOf = (seen: readonly Seen[]): WhoPaysFigures['selfies'] =>
  [...GROUPS, 'all'].map((group) => {
    const members = seen.filter(({ who }) => group === 'all' || isOf(group, who))
    return {
      group,
      n: members.length,
      refused: members.filter(({ refused }) => refused).length,
      notLive: members.filter(({ refused, live }) => !refused && !live).length,
    }
  })
