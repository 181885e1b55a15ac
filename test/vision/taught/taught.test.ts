import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import { drawSpecimen, type Specimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { fictionalPerson } from '../../../packages/specimen/src/issue/person.ts'
import type { PageReading } from '../../../src/vision/document/page-reading.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import type { Learnt } from '../../../src/vision/engine.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { openReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'
import { learnDocument } from '../../../src/vision/taught/learn/learn-document.ts'
import { tryDocument } from '../../../src/vision/taught/learn/preview.ts'
import { ownPixels } from '../../../src/vision/taught/print.ts'
import { fold } from '../../../src/vision/text/fold.ts'
import { drawPassport, lessonOf, modelOf, shoot } from './teach.ts'

const engine = openReadEngine(DEFAULT_SETTINGS)

let taught: Specimen
let other: Specimen
let learnt: Learnt

before(async () => {
  taught = await drawPassport()
  // Another person's, on the same paper.
  other = await drawPassport({ person: fictionalPerson(41, 'en', '2026-01-01') })
  const { value } = await engine.read(async (context) => learnDocument(context, await lessonOf([taught])))
  assert.ok(value.ok, JSON.stringify(value))
  learnt = value
  engine.useModels([modelOf(learnt.content)])
})

async function read(picture: Uint8Array): Promise<PageReading> {
  const { value } = await engine.read((context) => readPage(context, picture))
  assert.ok(value.ok, value.ok ? '' : value.refusal)
  return value.value.reading
}

describe('what a model keeps', () => {
  it('is where every named value stands, and no value', () => {
    const { content, notFound } = learnt
    const values = (taught.truth.sides[0]?.visual ?? []).filter(({ name }) => name !== 'issuing_state_code')
    assert.deepEqual(notFound, [])
    assert.ok(content.fields.length >= values.length)
    const { picture: _, ...print } = content.print
    const text = fold(JSON.stringify({ ...content, print, look: {} }))
    for (const { value } of values) {
      // A letter or two are in any text.
      if (fold(value).length > 3) assert.ok(!text.includes(fold(value)), value)
    }
    for (const line of taught.truth.mrz?.lines ?? []) assert.ok(!text.includes(fold(line)))
  })

  it('shows nothing in the places of portrait, signature, MRZ and values', async () => {
    const { content } = learnt
    const print = await decode(Buffer.from(content.print.picture, 'base64'))
    const page = await decode(learnt.pictures[0] as Uint8Array)
    const small = await sharp(page.data, { raw: { width: page.width, height: page.height, channels: 3 } })
      .resize({ width: print.width, height: print.height, fit: 'fill' })
      .raw()
      .toBuffer()
    const own = ownPixels(content.print, print)
    const { regions = {}, visual = [], width = 1, height = 1 } = taught.truth.sides[0] ?? {}
    const places = [
      ...Object.entries(regions).flatMap(([name, quad]) => (quad ? [{ name, quad }] : [])),
      ...visual.map(({ name, quad }) => ({ name, quad })),
    ]
    assert.ok(places.length > 8)
    for (const { name, quad } of places) {
      const [left, right] = [quad[0].x / width, quad[2].x / width].map((x) => Math.round(x * print.width)) as [
        number,
        number,
      ]
      const [top, bottom] = [quad[0].y / height, quad[2].y / height].map((y) => Math.round(y * print.height)) as [
        number,
        number,
      ]
      let [kept, all] = [0, 0]
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          all++
          kept += own[y * print.width + x] as number
        }
      }
      // A pixel at the edge may be the background's.
      assert.ok(kept <= 0.12 * all, `${name}: ${kept} of ${all} pixels`)
      const likeness = likenessIn(print.data, small, print.width, { left, right, top, bottom })
      assert.ok(likeness < 0.35, `${name}: ${likeness.toFixed(2)}`)
    }
  })

  it('is as much as 900 kB', () => {
    assert.ok(JSON.stringify(learnt.content).length < 900_000)
  })

  it('shows nothing of the holder in its reference either', async () => {
    const { reference } = learnt.content
    assert.ok(reference)
    const picture = await decode(Buffer.from(reference.picture, 'base64'))
    assert.ok(picture.width > 1000, `${picture.width} pixels across`)
    const page = await decode(learnt.pictures[0] as Uint8Array)
    const whole = await sharp(page.data, { raw: { width: page.width, height: page.height, channels: 3 } })
      .resize({ width: picture.width, height: picture.height, fit: 'fill' })
      .raw()
      .toBuffer()
    const { regions = {}, visual = [], width = 1, height = 1 } = taught.truth.sides[0] ?? {}
    for (const quad of [...Object.values(regions), ...visual.map(({ quad }) => quad)]) {
      if (!quad) continue
      const place = {
        left: Math.round((quad[0].x / width) * picture.width),
        right: Math.round((quad[2].x / width) * picture.width),
        top: Math.round((quad[0].y / height) * picture.height),
        bottom: Math.round((quad[2].y / height) * picture.height),
      }
      const likeness = likenessIn(picture.data, whole, picture.width, place)
      assert.ok(likeness < 0.35, `${JSON.stringify(place)}: ${likeness.toFixed(2)}`)
    }
  })
})

const otherColours = async () => shoot(await sharp(other.front).modulate({ hue: 45 }).jpeg().toBuffer())

describe('a taught document', () => {
  it('is recognised in any turn with another holder, read by place, and agrees with its model', async () => {
    for (const turn of [0, 180] as const) {
      const reading = await read(await shoot(other.front, turn))
      assert.equal(reading.taught?.id, modelOf(learnt.content).id, `turned by ${turn}`)
      assert.ok((reading.taught?.score ?? 0) > 50)
      for (const { name, value } of other.truth.sides[0]?.visual ?? []) {
        const field = reading.visual.find((each) => each.name === name)
        assert.equal(field?.value, value, name)
      }
      assert.ok((reading.authenticity?.reference?.score ?? 0) > 50, JSON.stringify(reading.authenticity?.reference))
      assert.notEqual(reading.authenticity?.reference?.properties?.pattern ?? null, null)
    }
  })

  it('is distinguished from one in other colours; taught with one picture, it does not speak for one with another background', async () => {
    const background = await read(await shoot((await drawPassport({ seed: 12 })).front))
    assert.equal(background.authenticity?.reference?.properties?.print, null, JSON.stringify(background.authenticity))
    const colours = await read(await otherColours())
    assert.ok((colours.authenticity?.reference?.score ?? 100) <= 50, JSON.stringify(colours.authenticity))
    assert.ok(colours.authenticity?.reference?.places?.some(({ about }) => about === 'colours'))
  })

  it('taught by version 0.2 is recognised, may be refused, and is not spoken for', async () => {
    const { reference: _, ...coarse } = learnt.content
    engine.useModels([modelOf(coarse)])
    const genuine = (await read(await shoot(other.front))).authenticity?.reference
    assert.ok((genuine?.score ?? 0) > 50, JSON.stringify(genuine))
    assert.equal(genuine?.properties?.pattern, null)
    const colours = (await read(await otherColours())).authenticity?.reference
    assert.ok((colours?.score ?? 100) <= 50, JSON.stringify(colours))
    engine.useModels([modelOf(learnt.content)])
  })

  it('is not taken for another document', async () => {
    const card = await drawSpecimen({ kind: 'td1', seed: 3, today: '2026-01-01' })
    assert.equal((await read(await shoot(card.front))).taught, undefined)
    assert.equal((await read(await shoot((await drawPassport({ country: 'FRA', seed: 8 })).front))).taught, undefined)
  })

  it('can be tried before it is used, with the picture of where it differs', async () => {
    engine.useModels([])
    const picture = await shoot(other.front)
    const { value } = await engine.read((context) => tryDocument(context, { picture, model: modelOf(learnt.content) }))
    engine.useModels([modelOf(learnt.content)])
    assert.ok(value.ok)
    assert.ok(value.value.recognised)
    assert.ok(value.value.images.authenticity_FRONT)
  })
})

describe('a lesson', () => {
  it('is refused when its pictures are of two documents, or of none; of three, the one that does not fit is left out and named', async () => {
    const card = await drawSpecimen({ kind: 'td1', seed: 3, today: '2026-01-01' })
    const mixed = {
      ...(await lessonOf([taught])),
      named: [],
      pictures: [await shoot(taught.front), await shoot(card.front)],
    }
    const { value } = await engine.read((context) => learnDocument(context, mixed))
    assert.deepEqual(value, { ok: false, refusal: 'DIFFERENT_DOCUMENTS', picture: 1 })
    const three = { ...mixed, pictures: [...mixed.pictures, await shoot(other.front)] }
    const { value: learntFromTwo } = await engine.read((context) => learnDocument(context, three))
    assert.ok(learntFromTwo.ok)
    assert.deepEqual(learntFromTwo.leftOut, [1])
    assert.equal(learntFromTwo.content.pictures, 2)
    const blank = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#9ab' } })
      .jpeg()
      .toBuffer()
    const empty = { ...mixed, pictures: [blank] }
    assert.equal((await engine.read((context) => learnDocument(context, empty))).value.ok, false)
  })
})

/** Correlation of the greys of a place in two pictures: 1 for the same print, about 0 for none. */
function likenessIn(
  a: Uint8Array,
  b: Uint8Array,
  width: number,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): number {
  const values: [number, number][] = []
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = 3 * (y * width + x) + 1
      values.push([a[at] as number, b[at] as number])
    }
  }
  const mean = (i: 0 | 1) => values.reduce((sum, value) => sum + value[i], 0) / values.length
  const [ma, mb] = [mean(0), mean(1)]
  const sum = (of: (value: [number, number]) => number) => values.reduce((all, value) => all + of(value), 0)
  const dot = sum(([p, q]) => (p - ma) * (q - mb))
  return dot / Math.sqrt(sum(([p]) => (p - ma) ** 2) * sum(([, q]) => (q - mb) ** 2) + 1e-6)
}
