import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { KINDS } from '../../packages/specimen/src/issue/truth.ts'
import { type Filmed, film } from '../../packages/specimen/src/photograph/film.ts'
import { judgeRecapture } from '../../src/vision/document/checks/recapture/judge-recapture.ts'
import { expectedIn } from '../../src/vision/document/film/lay-frame.ts'
import { readFilm } from '../../src/vision/document/film/read-film.ts'
import { OPERATING_POINT } from '../../src/vision/operating-point.ts'
import { boundsOf } from '../../src/vision/picture/box.ts'
import { decode, toJpeg } from '../../src/vision/picture/decode.ts'
import { applyHomography, invertHomography, joinHomographies, quadToRect } from '../../src/vision/picture/matrix.ts'
import type { Picture, Size } from '../../src/vision/picture/picture.ts'
import { mapQuad, type Quad, quadOfPicture } from '../../src/vision/picture/quad.ts'
import { warpQuad } from '../../src/vision/picture/warp.ts'
import { openReadEngine, type ReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { FilmFigures } from '../evaluate/report/tables/film.ts'
import type { Measurement } from './support/bench.ts'

/** The subject of the film, and the fraction of the contrast of a display's pixels that reaches the camera. */
interface Shown {
  shown: Filmed
  grid?: number
}

const FILMED: Record<string, Shown> = {
  'the document itself': { shown: 'original' },
  'an ink-jet print': { shown: 'print' },
  'a grey copy': { shown: 'grey-copy' },
  'a colour copy': { shown: 'colour-copy' },
  'a screen': { shown: 'screen' },
  'a screen, 40 % of its pixels’ contrast': { shown: 'screen', grid: 0.4 },
  'a screen, 15 %': { shown: 'screen', grid: 0.15 },
  'a screen, 5 %': { shown: 'screen', grid: 0.05 },
}

/** The first seed of the documents of the second half. */
const SECOND = 40
/** Size of the page's frames. */
const FRAME: Size = { width: 640, height: 448 }

/**
 * npm run bench -- film [--data DIR] [--count 12] [--half second]: simulated films of the second before a picture is
 * taken, judged by the still only and with the film, and with --data the frames of DIR/corners, taken by real cameras.
 * The documents and clips are from the half that no limit was chosen on.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      count: { type: 'string', default: '12' },
      half: { type: 'string', default: 'second' },
    },
  })
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const isSecond = values.half !== 'first'
  const figures: FilmFigures = { simulated: {}, real: {}, bytes: { p50: 0, p95: 0 }, cpuMs: { p50: 0, p95: 0 } }
  const [bytes, cpu]: [number[], number[]] = [[], []]
  const count = Number(values.count)
  const numbers = Array.from({ length: count }, (_, at) => at + (isSecond ? SECOND : 0))
  const judgeAll = async (name: string, { shown, grid }: Shown, pictures: (() => Promise<Uint8Array>)[]) => {
    const tally = { n: 0, still: 0, judged: 0, film: 0, either: 0 }
    for (const [at, picture] of pictures.entries()) {
      const number = numbers[at] ?? 0
      const look = { level: number % 2 ? 'easy' : 'medium', size: number % 2 ? 1600 : 1280 } as const
      const options = { seed: `film ${number}`, ...look, ...(grid && { grid }) }
      const { still, frames } = await film(shown, await picture(), options)
      const photo = await decode(still.jpeg)
      const { score } = await judgeRecapture(engine.nets, photo, still.quad)
      const { score: ofFilm, cpuMs } = await judgeFilm(engine, photo, still.quad, frames)
      bytes.push(frames.reduce((sum, frame) => sum + frame.length, 0))
      cpu.push(cpuMs)
      const [byStill, byFilm] = [score <= OPERATING_POINT, ofFilm !== undefined && ofFilm <= OPERATING_POINT]
      tally.n++
      tally.still += Number(byStill)
      tally.judged += Number(ofFilm !== undefined)
      tally.film += Number(byFilm)
      tally.either += Number(byStill || byFilm)
    }
    figures.simulated[name] = tally
    console.log(name, JSON.stringify(tally))
  }
  if (values.data) {
    const scans = await genuineScans(path.join(values.data, 'taught'), isSecond)
    const read = scans.slice(0, count).map((file) => () => readFile(file))
    await judgeAll('a real card or page, from its scan', { shown: 'original' }, read)
  }
  for (const [name, shown] of Object.entries(FILMED)) {
    await judgeAll(
      name,
      shown,
      numbers.map((number) => () => drawFront(number)),
    )
  }
  if (values.data) figures.real = await judgeReal(engine, path.join(values.data, 'corners'), isSecond)
  figures.bytes = percentiles(bytes)
  figures.cpuMs = percentiles(cpu)
  for (const table of tablesOf('film', figures)) console.log(`\n${renderTable(table)}`)
  return [{ set: 'film', figures }]
}

async function drawFront(number: number): Promise<Uint8Array> {
  const kind = KINDS[number % KINDS.length] ?? 'td1'
  return (await drawSpecimen({ kind, seed: `film ${number}`, format: 'png' })).front
}

interface Taught {
  capture: string
  test: { file: string }[]
}

/** Scans of printed documents, because drawn ones have no halftone dots. Every second one of each document. */
async function genuineScans(folder: string, isSecond: boolean): Promise<string[]> {
  const models = JSON.parse(await readFile(path.join(folder, 'truth.json'), 'utf8')) as Taught[]
  const scans = models.filter(({ capture }) => capture === 'flatbed scan')
  const files = scans.map(({ test }) => test.filter((_, at) => (at % 2 === 1) === isSecond))
  // First the first scan of each document, then the second.
  const longest = Math.max(0, ...files.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => files.flatMap((each) => each[at] ?? []))
    .flat()
    .map(({ file }) => path.join(folder, file))
}

async function judgeFilm(engine: ReadEngine, photo: Picture, quad: Quad, frames: readonly Uint8Array[]) {
  const { value, times } = await engine.read((context) => readFilm(context, { photo, quad }, frames))
  return { score: value.score, cpuMs: times.reduce((sum, { cpuMs }) => sum + cpuMs, 0) }
}

interface Labelled {
  file: string
  quad: [number, number][]
}

/**
 * Grey copies: three frames of one clip, seconds apart. The last is the still, and the others are aligned with it by
 * the labelled corners of the document.
 */
async function judgeReal(engine: ReadEngine, folder: string, isSecond: boolean): Promise<FilmFigures['real']> {
  const list = path.join(folder, 'quads.json')
  if (!existsSync(list)) throw new Error(`there is no ${list}`)
  const labelled = JSON.parse(await readFile(list, 'utf8')) as Labelled[]
  const figures: FilmFigures['real'] = {}
  for (const [name, clips] of Object.entries(clipsOf(labelled))) {
    const tally = { n: 0, judged: 0, film: 0 }
    for (const clip of clips.filter((_, at) => (at % 2 === 1) === isSecond)) {
      const shots = await Promise.all(
        clip.map(async ({ file, quad }) => ({
          picture: await decode(await readFile(path.join(folder, file))),
          quad: quad.map(([x, y]) => ({ x, y })) as unknown as Quad,
        })),
      )
      const still = shots.pop() as Shot
      const frames = await Promise.all(shots.map((shot) => frameAt(still, shot)))
      const { score } = await judgeFilm(engine, still.picture, still.quad, frames)
      tally.n++
      tally.judged += Number(score !== undefined)
      tally.film += Number(score !== undefined && score <= OPERATING_POINT)
    }
    figures[name] = tally
    console.log(name, JSON.stringify(tally))
  }
  return figures
}

interface Shot {
  picture: Picture
  quad: Quad
}

/** The area of another frame that corresponds to the still's part around the document. */
async function frameAt(still: Shot, { picture, quad }: Shot): Promise<Uint8Array> {
  const { width, height } = boundsOf(still.quad)
  const size = {
    width: Math.min(still.picture.width, Math.floor(width), FRAME.width),
    height: Math.min(still.picture.height, Math.floor(height), FRAME.height),
  }
  const part = expectedIn(still.picture, still.quad, size)
  if (!part) throw new Error('a part of the still is larger than the still')
  const sheet = { width: 1000, height: 1000 }
  const back = joinHomographies(invertHomography(quadToRect(quad, sheet)), quadToRect(still.quad, sheet))
  const corners = mapQuad(quadOfPicture(size), ({ x, y }) => applyHomography(back, { x: x + part.x, y: y + part.y }))
  return toJpeg(warpQuad(picture, corners, size, 'repeat'), 95)
}

function clipsOf(labelled: readonly Labelled[]): Record<string, Labelled[][]> {
  const copies = labelled.filter(({ file }) => file.startsWith('dlc2021_'))
  const clips = Object.values(Object.groupBy(copies, ({ file }) => file.replace(/_\d+\.jpg$/, '')))
  return { 'grey copies, three frames of one clip': clips.filter((clip) => clip !== undefined) }
}

function percentiles(values: readonly number[]): { p50: number; p95: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return { p50: at(0.5), p95: at(0.95) }
}
