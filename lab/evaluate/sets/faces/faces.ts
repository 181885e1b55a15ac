import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { SAME_FACE_SCORE } from '../../../../src/vision/face/match-templates.ts'
import { guessFaceAge } from '../../../../src/vision/face/read-face.ts'
import { findPortrait } from '../../../../src/vision/face/take-portrait.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { cpuCost } from '../../measure/cost.ts'
import { readCsv } from '../../measure/csv.ts'
import { type Who, whoBy } from '../../measure/groups.ts'
import { detPlot, rocPlot } from '../../measure/plot.ts'
import { acceptedAt, equalError, errorsAt, type Scores } from '../../measure/rates.ts'
import { type Packed, scoreOf } from '../../measure/score.ts'
import { toneAngle, toneError, toneOf } from '../../measure/skin-tone.ts'
import { tablesOf } from '../../report/measured.ts'
import type { FacesFigures } from '../../report/tables/faces.ts'
import { identify } from './identify.ts'
import { errorsByGroup, halfOf, type ScoredPair } from './match-groups.ts'

/** Is it the same person? Labelled pairs, and every picture compared with every other (cross pairs). */
export const faces: EvaluationSet = { name: 'faces', folder: 'faces', run }

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const pairs = (await readCsv(path.join(folder, 'pairs.csv'))).map(({ file1 = '', file2 = '', same }) => ({
    files: [file1, file2] as const,
    same: same === '1',
  }))
  const files = [...new Set(pairs.flatMap((pair) => pair.files))]
  const templates: Templates = new Map()
  const cost = cpuCost()
  for (const [i, file] of files.entries()) {
    const bytes = await readFile(path.join(folder, file))
    const { value: portrait } = await cost.of(() =>
      engine.read(async (context) => findPortrait(context, await decode(bytes))),
    )
    if (portrait) {
      const looks = await guessFaceAge(await engine.nets.get('face-age'), await decode(bytes), portrait.face)
      const { curve, values } = portrait.template
      templates.set(file, {
        curve,
        values: Float32Array.from(values),
        who: whoBy(looks),
        angle: toneAngle(portrait.aligned),
      })
    }
    progress(i + 1, files.length)
  }

  const labelled = split(pairs.map((pair) => ({ same: pair.same, score: score(templates, ...pair.files) })))
  const crossed = crossPairs(files, templates)
  const cross = crossed.length ? split(crossed) : labelled
  const all = {
    eer: equalError(cross).eer,
    e2: acceptedAt(cross, 1e-2),
    e3: acceptedAt(cross, 1e-3),
    e4: acceptedAt(cross, 1e-4),
  }
  const json: FacesFigures = {
    pairs: pairs.length,
    notEnrolled: files.length - templates.size,
    pictures: files.length,
    eer: all.eer,
    tarAtFar1e2: all.e2.rate,
    tarAtFar1e3: all.e3.rate,
    tarAtFar1e4: all.e4.rate,
    threshold: 50,
    ...errorsAt(labelled, 50),
    labelledEer: equalError(labelled).eer,
    crossPairs: { genuine: cross.positives.length, impostor: cross.negatives.length, ...errorsAt(cross, 50) },
    curve: curveOf(cross),
    halves: [0, 1].flatMap((half) => chosenOn(crossed, half as 0 | 1)),
    groups: errorsByGroup(crossed, 50),
    identification: identify(numberedPictures(files, templates), SAME_FACE_SCORE),
    skinTone: toneError(anglesByPerson(files, templates)),
    cpuMs: cost.summary(),
  }
  return {
    json,
    tables: tablesOf('faces', json),
    plots: {
      'faces-det': detPlot('Face match, all cross pairs', cross),
      'faces-roc': rocPlot('Face match, all cross pairs', cross),
    },
  }
}

type Templates = Map<string, Packed & { who: Who; angle: number | undefined }>

const score = (templates: Templates, a: string, b: string) => scoreOf(templates.get(a), templates.get(b))

const split = (pairs: { same: boolean; score: number }[]): Scores => ({
  positives: pairs.filter(({ same }) => same).map(({ score }) => score),
  negatives: pairs.filter(({ same }) => !same).map(({ score }) => score),
})

/** Only files named person_number identify a person: other names may belong to the same person. */
const personIn = (file: string) => /^(.*)_\d{4}\.\w+$/.exec(file)?.[1]

function anglesByPerson(files: string[], templates: Templates): Map<string, (number | undefined)[]> {
  const named = files.flatMap((file) => {
    const [name, template] = [personIn(file), templates.get(file)]
    return name && template ? [{ name, angle: template.angle }] : []
  })
  const groups = Map.groupBy(named, ({ name }) => name)
  return new Map([...groups].map(([name, pictures]) => [name, pictures.map(({ angle }) => angle)]))
}

/**
 * The pictures with a name, each with the number of its person. The tone of a person is that of the mean angle of all
 * their pictures.
 */
function numberedPictures(files: string[], templates: Templates) {
  const tones = new Map(
    [...anglesByPerson(files, templates)].flatMap(([name, angles]) => {
      const known = angles.flatMap((angle) => angle ?? [])
      return known.length ? [[name, toneOf(known.reduce((sum, angle) => sum + angle, 0) / known.length)]] : []
    }),
  )
  const known = files.flatMap((file) => {
    const [name, template] = [personIn(file), templates.get(file)]
    const tone = name && tones.get(name)
    return name ? [{ name, template, who: { ...(template?.who ?? UNSEEN), ...(tone && { tone }) } }] : []
  })
  const numbers = new Map([...new Set(known.map(({ name }) => name))].sort().map((name, at) => [name, at]))
  return known.map((picture) => ({ ...picture, number: numbers.get(picture.name) as number }))
}

/** Every picture against every other. */
function crossPairs(files: string[], templates: Templates): ScoredPair[] {
  const numbered = numberedPictures(files, templates)
  return numbered.flatMap((a, i) =>
    numbered.slice(i + 1).map((b) => ({
      score: scoreOf(a.template, b.template),
      same: a.number === b.number,
      people: [a.number, b.number] as const,
      who: [a.who, b.who] as const,
    })),
  )
}

/** A picture without a face belongs to nobody; it is assigned to a man of middle age so that it is counted. */
const UNSEEN: Who = { sex: 'men', age: '30 to 44' }

/** Limits for a false match rate chosen on one half of the people, and their errors on the other half. */
function chosenOn(pairs: ScoredPair[], half: 0 | 1): FacesFigures['halves'] {
  const [own, other] = [halfOf(pairs, half), halfOf(pairs, half === 0 ? 1 : 0)]
  return [1e-3, 1e-4].map((far) => {
    const { threshold } = acceptedAt(own, far)
    const { falseAccepts, falseRejects } = errorsAt(other, threshold)
    return {
      far,
      threshold,
      fmr: falseAccepts / other.negatives.length,
      fnmr: falseRejects / other.positives.length,
    }
  })
}

const curveOf = (scores: Scores): FacesFigures['curve'] =>
  [10, 20, 30, 40, 50, 60, 70, 80, 90].map((score) => {
    const { falseAccepts, falseRejects } = errorsAt(scores, score)
    return { score, fmr: falseAccepts / scores.negatives.length, fnmr: falseRejects / scores.positives.length }
  })
