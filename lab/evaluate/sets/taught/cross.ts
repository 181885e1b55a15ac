import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { drawSpecimen, type SpecimenOptions } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { sizeOfQuad } from '../../../../src/vision/picture/quad.ts'
import { warpQuad } from '../../../../src/vision/picture/warp.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { type ComparedPhoto, comparePhoto, originalOf } from './compare-photo.ts'
import { imitate } from './imitate/imitate.ts'
import { METHODS } from './imitate/methods.ts'
import { type Tally, tallyOf } from './tally-imitations.ts'
import { type Entry, teachPictures } from './teach-entry.ts'

/** The results of pictures of one kind that were compared with a document taught with pictures of another. */
export interface CrossTally {
  types: number
  genuine: Tally
  imitations: Tally
  /** The same by kind of imitation, labelled or generated. */
  byMethod: Record<string, Tally>
}

/** A picture, created on demand. */
type Made = () => Promise<Buffer>

/** The pictures of one kind that exist for a document. */
interface Taken {
  teach: { picture: Made; fields?: Record<string, string> }[]
  test: Made[]
  imitations: { method: string; picture: Made }[]
}

/** A document with pictures of two kinds; each kind is taught, and tested with the other. */
interface TwoKinds {
  lesson: Pick<Entry, 'model' | 'country' | 'type' | 'side'>
  kinds: Readonly<Record<string, Taken>>
}

/** The levels and sizes of the simulated photographs, in turn. */
const SHOTS = [
  { level: 'easy', size: 1600 },
  { level: 'medium', size: 2000 },
  { level: 'medium', size: 1280 },
] as const

/**
 * Teaches with pictures of one kind and tests with pictures of the other, in both directions: people teach with scans
 * and files that they have, and later pictures are taken by phone. Keys are like "scans → simulated phone photos".
 */
export async function crossKinds(
  engine: ReadEngine,
  folder: string,
  entries: readonly Entry[],
  progress: () => void,
): Promise<Record<string, CrossTally>> {
  const found = new Map<string, { types: Set<string>; compared: (ComparedPhoto & { method?: string })[] }>()
  const scanned = ofFolder(engine, folder, entries)
  const documents = [...scanned, ...(scanned.length ? DRAWN.map((options) => drawn(engine, options)) : [])]
  for (const { lesson, kinds } of documents) {
    for (const [taught, { teach }] of Object.entries(kinds)) {
      if (!teach.length) continue
      const shown = await Promise.all(teach.map(async (each) => ({ ...each, picture: await each.picture() })))
      const { model } = await teachPictures(engine, lesson, shown)
      engine.useModels(model ? [model] : [])
      for (const [tested, { test, imitations }] of Object.entries(kinds)) {
        if (tested === taught) continue
        const key = `${taught} → ${tested}`
        const into = found.get(key) ?? { types: new Set(), compared: [] }
        found.set(key, into)
        into.types.add(lesson.model)
        for (const picture of test) into.compared.push(await comparePhoto(engine, await decode(await picture())))
        for (const { method, picture } of imitations)
          into.compared.push({ ...(await comparePhoto(engine, await decode(await picture()))), method })
      }
    }
    progress()
  }
  engine.useModels([])
  return Object.fromEntries(
    [...found].map(([key, { types, compared }]) => {
      const imitations = compared.filter(({ method }) => method)
      const methods = Map.groupBy(imitations, ({ method = '' }) => method)
      return [
        key,
        {
          types: types.size,
          genuine: tallyOf(compared.filter(({ method }) => !method)),
          imitations: tallyOf(imitations),
          byMethod: Object.fromEntries([...methods].map(([method, all]) => [method, tallyOf(all)])),
        },
      ]
    }),
  )
}

const SIMULATED = 'simulated phone photos'

/** Scans of the folder, with simulated photographs of them: no folder has both kinds for one print. */
const ofFolder = (engine: ReadEngine, folder: string, entries: readonly Entry[]): TwoKinds[] =>
  entries
    .filter(({ capture }) => capture === 'flatbed scan')
    .map((entry) => {
      const scans = scansOf(engine, folder, entry)
      return { lesson: entry, kinds: { scans, [SIMULATED]: photographed(engine, scans) } }
    })

function scansOf(engine: ReadEngine, folder: string, { teach, test, imitations }: Entry): Taken {
  const open = (file: string) => () => readFile(path.join(folder, file))
  const [first] = test
  return {
    teach: teach.map(({ file, fields }) => ({ picture: open(file), ...(fields && { fields }) })),
    test: test.map(({ file }) => open(file)),
    imitations: [
      ...imitations
        .filter(({ kind }, i) => imitations.findIndex((other) => other.kind === kind) === i)
        .map(({ file, kind }) => ({ method: `labelled: ${kind}`, picture: open(file) })),
      ...(first ? madeOf(engine, open(first.file)) : []),
    ],
  }
}

/** One method of this many is used, for one picture of each document. */
const EVERY = 3

function madeOf(engine: ReadEngine, genuine: Made): Taken['imitations'] {
  let original: ReturnType<typeof originalOf> | undefined
  return METHODS.filter((_, m) => m % EVERY === 0).map((method, m) => ({
    method: method.name,
    picture: async () => {
      original ??= originalOf(engine, await decode(await genuine()))
      return Buffer.from(await toJpeg(await imitate({ ...(await original), seed: 7 * m }, method)))
    },
  }))
}

/** The documents of pictures, cropped and photographed by a program. */
function photographed(engine: ReadEngine, { teach, test, imitations }: Taken): Taken {
  let taken = 0
  const shoot = (picture: Made): Made => {
    const seed = taken++
    const shot = SHOTS[seed % SHOTS.length]
    return async () =>
      Buffer.from((await photograph(await cutOut(engine, await decode(await picture())), { seed, ...shot })).jpeg)
  }
  return {
    teach: teach.map((each) => ({ ...each, picture: shoot(each.picture) })),
    test: test.map(shoot),
    imitations: imitations.map((each) => ({ ...each, picture: shoot(each.picture) })),
  }
}

const QUALITY = 96

async function cutOut(engine: ReadEngine, photo: Picture): Promise<Uint8Array> {
  const { quad } = await originalOf(engine, photo)
  const { width, height } = sizeOfQuad(quad)
  return toJpeg(warpQuad(photo, quad, { width: Math.round(width), height: Math.round(height) }, 'repeat'), QUALITY)
}

/** Drawn documents represent files that people find: no camera and no scanner took them. */
const DRAWN: readonly Pick<SpecimenOptions, 'kind' | 'country' | 'paper'>[] = [
  { kind: 'td1', paper: 1 },
  { kind: 'td3', paper: 3 },
  { kind: 'td2', paper: 5 },
  { kind: 'eu-licence', country: 'FRA', paper: 7 },
]
const FIRST_SEED = 31

function drawn(engine: ReadEngine, options: (typeof DRAWN)[number]): TwoKinds {
  const { kind, country = 'UTO' } = options
  const type = kind === 'td3' ? 'PASSPORT' : kind === 'eu-licence' ? 'DRIVER_LICENSE' : 'IDENTITY_CARD'
  const draw =
    (i: number): Made =>
    async () =>
      Buffer.from((await drawSpecimen({ ...options, seed: FIRST_SEED + i, today: '2026-06-15' })).front)
  const files: Taken = {
    teach: [0, 1, 2].map((i) => ({ picture: draw(i) })),
    test: [3, 4, 5, 6, 7, 8].map(draw),
    imitations: madeOf(engine, draw(3)),
  }
  return {
    lesson: { model: `drawn ${kind}`, country, type, side: 'FRONT' },
    kinds: { 'drawn files': files, [SIMULATED]: photographed(engine, files) },
  }
}
