import { getRandomValues, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { random } from '../../packages/specimen/src/random.ts'
import { openShard, type Shard } from '../../src/features/duplicates/faces/shard.ts'
import { newKey } from '../../src/platform/keys/keys.ts'
import { openJson, sealJson } from '../../src/platform/keys/seal.ts'
import { findPortrait } from '../../src/vision/face/take-portrait.ts'
import { cosineOf } from '../../src/vision/face/template.ts'
import { decode } from '../../src/vision/picture/decode.ts'
import { openReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import { readCsv } from '../evaluate/measure/csv.ts'
import { quantile } from '../evaluate/measure/rates.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { FaceIndexRow, FaceScaleRow } from '../evaluate/report/tables/storage.ts'
import type { Measurement } from './support/bench.ts'

/** Pictures of this many people are read, and all others are drawn from their faces. */
const PEOPLE = 400
export const SEARCHES = 200
const BEST = 100
/** How many numbers a face has by the product's two recognisers. */
const RANDOM_LENGTH = 704
/** As in the product: the cosine of a score of 77, and its slack. */
export const COSINE = 0.594
export const SHARE = Math.acos(COSINE) / Math.PI + 0.05

/**
 * npm run bench -- face-index --data DIR [--faces=1000000,10000000]: the duplicate check among very many drawn faces.
 * With --random in place of --data the faces are random signs: for memory and time at up to 50 million in one tenant.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      random: { type: 'boolean', default: false },
      faces: { type: 'string', default: '1000000' },
    },
  })
  if (values.random) return measureRandom(values.faces.split(',').map(Number))
  if (!values.data) throw new Error('--data must name a folder with faces/pairs.csv')
  const real = await readFaces(path.join(values.data, 'faces'))
  console.log(`${real.length} people were read`)
  const rows: FaceIndexRow[] = []
  for (const faces of values.faces.split(',').map(Number)) {
    rows.push(await measure(real, faces))
    console.log(rows.at(-1))
  }
  const figures = { people: real.length, rows }
  for (const table of tablesOf('faceIndex', figures)) console.log(renderTable(table))
  return [{ set: 'faceIndex', figures }]
}

async function measureRandom(sizes: readonly number[]): Promise<Measurement[]> {
  const rows: FaceScaleRow[] = []
  for (const faces of sizes) {
    rows.push(await fillRandom(faces))
    console.log(rows.at(-1))
  }
  const figures = { rows }
  for (const table of tablesOf('faceScale', figures)) console.log(renderTable(table))
  return [{ set: 'faceScale', figures }]
}

/** Random signs are as far from each other as strangers' are; one in ten of another picture of the same face differs. */
async function fillRandom(faces: number): Promise<FaceScaleRow> {
  const shard = openShard(RANDOM_LENGTH)
  const every = Math.floor(faces / SEARCHES)
  const twins: { id: string; values: number[] }[] = []
  const began = performance.now()
  const [id, words] = [new Uint8Array(16), new Uint32Array(RANDOM_LENGTH / 32)]
  for (let at = 0; at < faces; at += 1) {
    getRandomValues(id)
    if (at % every === 0 && twins.length < SEARCHES) {
      const sessionId = randomUUID()
      const values = Array.from({ length: RANDOM_LENGTH }, () => Math.random() - 0.5)
      shard.add(sessionId, values)
      twins.push({ id: sessionId, values })
      continue
    }
    shard.addRow(id, getRandomValues(words), at)
  }
  const fillSeconds = (performance.now() - began) / 1000
  const times: number[] = []
  const cpu: number[] = []
  let found = 0
  for (const { id: sessionId, values } of twins) {
    const again = values.map((value, at) => (at % 10 === 0 ? -value : value))
    const before = process.cpuUsage()
    const start = performance.now()
    const near = await shard.nearest(again, SHARE, BEST)
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1000)
    if (near.some((each) => each.sessionId === sessionId)) found += 1
  }
  const { size } = shard
  const row = {
    faces: size(),
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    cpuMs: quantile(cpu, 0.5),
    recall: found / twins.length,
    removeCpuMs: timeToRemove(shard, twins),
    megabytes: shard.bytes() / 1e6,
    residentMegabytes: process.memoryUsage.rss() / 1e6,
    fillSeconds,
  }
  shard.clear()
  return row
}

async function measure(real: readonly Float32Array[], faces: number): Promise<FaceIndexRow> {
  const source = random(`face-index/${faces}`)
  const shard = openShard(real[0]?.length ?? 0)
  const every = Math.floor(faces / SEARCHES)
  const twins: { id: string; face: Float32Array }[] = []
  const began = performance.now()
  for (let at = 0; at < faces; at += 1) {
    const id = randomUUID()
    const face = drawFace(real, source)
    shard.add(id, face)
    if (at % every === 0 && twins.length < SEARCHES) twins.push({ id, face })
  }
  const fillSeconds = (performance.now() - began) / 1000

  const times: number[] = []
  const cpu: number[] = []
  const candidates: number[] = []
  let known = 0
  let found = 0
  for (const { id, face } of twins) {
    const again = sameAgain(face, real, source)
    if (cosineOf([...face], again) < COSINE) continue
    known += 1
    const before = process.cpuUsage()
    const start = performance.now()
    const near = await shard.nearest(again, SHARE, BEST)
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1000)
    candidates.push(near.length)
    if (near.some(({ sessionId }) => sessionId === id)) found += 1
  }
  return {
    faces,
    searches: times.length,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    cpuMs: { p50: quantile(cpu, 0.5), p95: quantile(cpu, 0.95) },
    recall: found / known,
    candidates: quantile(candidates, 0.5),
    removeCpuMs: timeToRemove(shard, twins),
    openMs: timeToOpen([...(real[0] ?? [])]),
    megabytes: shard.bytes() / 1e6,
    fillSeconds,
  }
}

/**
 * An invented person: a blurred mixture of people, as far from each of them, and from other mixtures, as strangers are.
 */
export function drawFace(real: readonly Float32Array[], source: ReturnType<typeof random>): Float32Array {
  const pick = () => real[Math.floor(source.next() * real.length)] as Float32Array
  const [a, b, c, d, e] = [pick(), pick(), pick(), pick(), pick()]
  const mixed = new Float32Array(a.length)
  for (let at = 0; at < mixed.length; at += 1)
    mixed[at] = (a[at] as number) + (b[at] as number) - (c[at] as number) + (d[at] as number) - (e[at] as number)
  return mixed
}

/** The same person on another day: as similar as pairs that match at 77 and above. */
export function sameAgain(
  drawn: Float32Array,
  real: readonly Float32Array[],
  source: ReturnType<typeof random>,
): number[] {
  const face = unit([...drawn])
  const cosine = source.between(COSINE, 0.85)
  const other = unit([...drawFace(real, source)])
  const along = cosineOf(face, other)
  const across = unit(other.map((value, at) => value - along * (face[at] ?? 0)))
  return face.map((value, at) => cosine * value + Math.sqrt(1 - cosine * cosine) * (across[at] ?? 0))
}

function unit(values: number[]): number[] {
  let square = 0
  for (const value of values) square += value * value
  const length = Math.sqrt(square)
  return values.map((value) => value / length)
}

/** Removes one face; it must not be found afterwards. */
function timeToRemove(shard: Shard, twins: readonly { id: string }[]): number {
  const before = process.cpuUsage()
  for (const { id } of twins) shard.remove(id)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / twins.length
}

/** Decrypts and compares as many faces as are compared exactly. */
function timeToOpen(face: number[]): number {
  const key = newKey()
  const rounded = face.map((value) => Math.round(value * 10_000) / 10_000)
  const sealed = Array.from({ length: BEST }, (_, at) => sealJson(key, `print:${at}:face`, rounded))
  const before = process.cpuUsage()
  for (const [at, text] of sealed.entries()) cosineOf(openJson<number[]>(key, `print:${at}:face`, text), face)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** One face of each person. */
export async function readFaces(folder: string): Promise<Float32Array[]> {
  const pairs = await readCsv(path.join(folder, 'pairs.csv'))
  const people = new Map(pairs.map(({ file1 = '' }) => [file1.replace(/_\d+\.\w+$/, ''), file1]))
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const faces: Float32Array[] = []
  for (const file of [...people.values()].slice(0, PEOPLE)) {
    const bytes = await readFile(path.join(folder, file))
    const { value: portrait } = await engine.read(async (context) => findPortrait(context, await decode(bytes)))
    if (portrait) faces.push(Float32Array.from(unit(portrait.template.values)))
  }
  return faces
}
