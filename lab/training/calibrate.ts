import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { KINDS } from '../../packages/specimen/src/issue/truth.ts'
import { ATTACKS, attack } from '../../packages/specimen/src/photograph/attacks.ts'
import { LEVELS, photograph } from '../../packages/specimen/src/photograph/photograph.ts'
import { readPage } from '../../src/vision/document/read-page.ts'
import type { Nets, Tensor } from '../../src/vision/nets/runtime.ts'
import { openReadEngine, type ReadContext, type ReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'

/**
 * node lab/training/calibrate.ts FOLDER [PHOTOS] [FROM]: for each SLOT.watched.onnx of the folder (made by `quantise.py
 * watch`) writes the ranges of the net's inner values while photographed specimens are read to SLOT.ranges.json. Two
 * thirds are originals; the others are shown on a screen, copied or printed, for the nets that detect those. An
 * existing file is widened, so that it can be done in parts.
 */
const [folder = '.', photos = '28', from = '0'] = process.argv.slice(2)

/** Seeds that neither tests nor evaluations use. */
const FIRST_SEED = 7001
/** Maximum inputs per page: its lines are similar. */
const PER_PAGE = 6

type Feeds = Record<string, Tensor>
type Ranges = Record<string, [low: number, high: number]>

const ENDING = '.watched.onnx'
const slots = readdirSync(folder).flatMap((file) => (file.endsWith(ENDING) ? [file.slice(0, -ENDING.length)] : []))
const sessions = new Map<string, InferenceSession>()
for (const slot of slots) {
  sessions.set(slot, await InferenceSession.create(path.join(folder, slot + ENDING), { intraOpNumThreads: 1 }))
}
const rangesFile = (slot: string) => path.join(folder, `${slot}.ranges.json`)
const ranges = new Map<string, Ranges>(
  slots.map((slot) => [slot, existsSync(rangesFile(slot)) ? JSON.parse(readFileSync(rangesFile(slot), 'utf8')) : {}]),
)
const engine = openReadEngine(DEFAULT_SETTINGS)

for (let page = Number(from); page < Number(from) + Number(photos); page++) {
  for (const [slot, shown] of await shownTo(engine, await photo(page))) {
    const every = Math.max(1, Math.ceil(shown.length / PER_PAGE))
    for (const [i, feeds] of shown.entries()) if (i % every === 0) await note(slot, feeds)
  }
  console.log(`page ${page}`)
}
for (const [slot, found] of ranges) await writeFile(rangesFile(slot), JSON.stringify(found))

async function photo(page: number): Promise<Uint8Array> {
  const kind = KINDS[page % KINDS.length] as (typeof KINDS)[number]
  const level = LEVELS[page % LEVELS.length] as (typeof LEVELS)[number]
  const seed = FIRST_SEED + page
  const { front, back } = await drawSpecimen({ kind, seed })
  const side = back && page % 3 === 2 ? back : front
  const camera = { seed, level, turn: 'any' } as const
  const kindOfAttack = page % 3 === 1 ? ATTACKS[Math.floor(page / 3) % ATTACKS.length] : undefined
  return (await (kindOfAttack ? attack(kindOfAttack, side, camera) : photograph(side, camera))).jpeg
}

/** The inputs of each net while a picture is read. */
async function shownTo(engine: ReadEngine, bytes: Uint8Array): Promise<Map<string, Feeds[]>> {
  const shown = new Map<string, Feeds[]>()
  const watched = ({ nets }: ReadContext): Nets => ({
    ...nets,
    async get(name) {
      const net = await nets.get(name)
      if (!sessions.has(name)) return net
      return {
        ...net,
        run(feeds) {
          // The next net reuses the same memory.
          shown.set(name, [...(shown.get(name) ?? []), copyOf(feeds)])
          return net.run(feeds)
        },
      }
    },
  })
  await engine.read((context) => readPage({ ...context, nets: watched(context) }, bytes))
  return shown
}

function copyOf(feeds: Feeds): Feeds {
  return Object.fromEntries(Object.entries(feeds).map(([name, { data, dims }]) => [name, { data: data.slice(), dims }]))
}

async function note(slot: string, feeds: Feeds): Promise<void> {
  const inputs = Object.entries(feeds).map(([name, { data, dims }]) => [name, new OrtTensor('float32', data, dims)])
  const outputs = await sessions.get(slot)?.run(Object.fromEntries(inputs))
  const noted = ranges.get(slot) as Ranges
  for (const [name, { data }] of [...Object.entries(feeds), ...Object.entries(outputs ?? {})]) {
    if (data instanceof Float32Array) noted[name] = widened(noted[name] ?? [0, 0], data)
  }
}

function widened([low, high]: [number, number], data: Float32Array): [low: number, high: number] {
  let [least, most] = [low, high]
  for (const value of data) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}
