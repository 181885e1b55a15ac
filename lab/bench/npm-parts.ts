import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readPage } from '../../src/vision/document/read-page.ts'
import type { FaceTemplate } from '../../src/vision/face/face-template.ts'
import { matchTemplates } from '../../src/vision/face/match-templates.ts'
import { findPortrait } from '../../src/vision/face/take-portrait.ts'
import { decode } from '../../src/vision/picture/decode.ts'
import { openReadEngine, type ReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import { cpuCost } from '../evaluate/measure/cost.ts'
import { readCsv } from '../evaluate/measure/csv.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { NpmPartsFigures } from '../evaluate/report/tables/npm-parts.ts'
import type { DocumentTruth } from '../evaluate/sets/documents/document-truth.ts'
import type { Measurement } from './support/bench.ts'
import { fetchNpmParts, NPM_PARTS, openFaceApi, openMrzReader } from './support/npm-parts.ts'

/**
 * npm run bench -- npm-parts --data DIR [--pairs 100]: the same pictures read by Limen and by packages from npm
 * (tesseract.js with mrz, face-api), one after the other in one run. Installs them into .cache.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: { data: { type: 'string' }, pairs: { type: 'string', default: '100' } },
  })
  if (!values.data) throw new Error('give --data DIR with labelled documents and faces')
  await fetchNpmParts()
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const figures: NpmPartsFigures = {
    parts: NPM_PARTS,
    mrz: await compareMrz(engine, path.join(values.data, 'documents')),
    faces: await compareFaces(engine, path.join(values.data, 'faces'), Number(values.pairs)),
  }
  for (const table of tablesOf('npmParts', figures)) console.log(`\n${renderTable(table)}`)
  return [{ set: 'npmParts', figures }]
}

/** The MRZ is below this fraction of a page's height, on every kind of document. */
const MRZ_FROM = 0.55

/** Pictures with a known MRZ: as photographed, and the lower part of the page that Limen straightened. */
async function compareMrz(engine: ReadEngine, folder: string): Promise<NpmPartsFigures['mrz']> {
  const truths = JSON.parse(await readFile(path.join(folder, 'truth.json'), 'utf8')) as DocumentTruth[]
  const reader = await openMrzReader()
  const [ours, theirs, straightened] = [tally(), tally(), tally()]
  for (const { file, mrz } of truths) {
    if (!mrz) continue
    const bytes = await readFile(path.join(folder, file))
    const page = await ours.of(mrz, async () => {
      const { value } = await engine.read((context) => readPage(context, bytes))
      const found = value.ok ? value.value.reading.mrz : undefined
      return {
        lines: found?.lines ?? [],
        seen: found?.lines ?? [],
        valid: found?.checks.every(({ valid }) => valid) ?? false,
        page: value.ok
          ? (value.value.images.original_normalized_FRONT ?? value.value.images.original_normalized_BACK)
          : undefined,
      }
    })
    await theirs.of(mrz, () => reader.read(bytes))
    if (page.page) await straightened.of(mrz, () => reader.read(page.page as Uint8Array, MRZ_FROM))
    console.log(
      `${file}: Limen ${ours.exact} of ${ours.n}, tesseract.js ${theirs.exact}, straightened ${straightened.exact}`,
    )
  }
  await reader.close()
  return { limen: ours.summary(), tesseract: theirs.summary(), tesseractStraightened: straightened.summary() }
}

function tally() {
  const cost = cpuCost()
  const counted = { n: 0, exact: 0, valid: 0, lines: { n: 0, right: 0 } }
  return {
    get n() {
      return counted.n
    },
    get exact() {
      return counted.exact
    },
    async of<Read extends { lines: readonly string[]; seen: readonly string[]; valid: boolean }>(
      truth: string[],
      read: () => Promise<Read>,
    ) {
      const value = await cost.of(read)
      counted.n++
      if (value.lines.join('\n') === truth.join('\n')) counted.exact++
      if (value.valid) counted.valid++
      counted.lines.n += truth.length
      counted.lines.right += truth.filter((line) => value.seen.includes(line)).length
      return value
    },
    summary: () => ({ ...counted, cpuMs: cost.summary() }),
  }
}

/** Labelled pairs, as many genuine as impostor pairs, each system with its own limit. */
async function compareFaces(engine: ReadEngine, folder: string, count: number): Promise<NpmPartsFigures['faces']> {
  const all = await readCsv(path.join(folder, 'pairs.csv'))
  const some = (same: string) => all.filter((pair) => pair.same === same).slice(0, count / 2)
  const pairs = [...some('1'), ...some('0')]
  const api = await openFaceApi()
  const [ours, theirs] = [cpuCost(), cpuCost()]
  const templates = new Map<string, FaceTemplate | undefined>()
  const descriptors = new Map<string, Float32Array | undefined>()
  for (const file of new Set(pairs.flatMap(({ file1 = '', file2 = '' }) => [file1, file2]))) {
    const bytes = await readFile(path.join(folder, file))
    const portrait = await ours.of(async () => {
      const { value } = await engine.read(async (context) => findPortrait(context, await decode(bytes)))
      return value
    })
    templates.set(file, portrait?.template)
    descriptors.set(file, await theirs.of(() => api.describe(bytes)))
  }
  const matched = <Face>(faces: Map<string, Face | undefined>, isSame: (one: Face, other: Face) => boolean) => {
    const same = pairs.filter(({ file1 = '', file2 = '' }) => {
      const [one, other] = [faces.get(file1), faces.get(file2)]
      return one !== undefined && other !== undefined && isSame(one, other)
    })
    const of = (label: string) => pairs.filter((pair) => pair.same === label).length
    return {
      pictures: faces.size,
      withoutFace: [...faces.values()].filter((face) => face === undefined).length,
      genuine: { n: of('1'), matched: same.filter((pair) => pair.same === '1').length },
      impostors: { n: of('0'), matched: same.filter((pair) => pair.same === '0').length },
    }
  }
  return {
    limen: {
      ...matched(templates, (one, other) => (matchTemplates(one, other)?.score ?? 0) > 50),
      cpuMs: ours.summary(),
    },
    faceApi: { ...matched(descriptors, api.isSame), cpuMs: theirs.summary() },
  }
}
