import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { drawSpecimen } from '../../../../../packages/specimen/src/draw/draw-specimen.ts'
import { attack } from '../../../../../packages/specimen/src/photograph/attacks.ts'
import { photograph } from '../../../../../packages/specimen/src/photograph/photograph.ts'
import { random } from '../../../../../packages/specimen/src/random.ts'
import { findLattice } from '../../../../../src/vision/document/checks/recapture/find-lattice.ts'
import {
  ALL_CUTS,
  judgeRecapture,
  openLattice,
} from '../../../../../src/vision/document/checks/recapture/judge-recapture.ts'
import { findDocument } from '../../../../../src/vision/document/outline/find-document.ts'
import { openNets } from '../../../../../src/vision/nets/runtime.ts'
import { crop } from '../../../../../src/vision/picture/box.ts'
import { decode } from '../../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../../src/vision/picture/picture.ts'
import { quadOfPicture } from '../../../../../src/vision/picture/quad.ts'
import { resize } from '../../../../../src/vision/picture/resize.ts'

describe('original, screen or copy', () => {
  const nets = openNets()
  const taken = { seed: 1, level: 'medium' } as const
  let side: Uint8Array
  let greyCopy: Uint8Array

  before(async () => {
    side = (await drawSpecimen({ kind: 'td3', seed: 'recapture' })).front
    greyCopy = (await attack('grey-copy', side, taken)).jpeg
  })

  const judge = async (jpeg: Uint8Array) => {
    const photo = await decode(jpeg)
    const reading = await judgeRecapture(nets, photo, (await findDocument(nets, photo))?.quad)
    assert.ok(reading)
    return reading
  }

  it('takes a photographed document for an original', async () => {
    const { score, kinds, screenUnjudged } = await judge((await photograph(side, taken)).jpeg)
    assert.ok(score > 50, `${score} ${JSON.stringify(kinds)}`)
    assert.equal(screenUnjudged, undefined)
  })

  it('sees the pixels of a display', async () => {
    const { score, kinds } = await judge((await attack('screen', side, taken)).jpeg)
    assert.ok(score <= 50 && (kinds.screen ?? 0) > (kinds.copy ?? 0), `${score} ${JSON.stringify(kinds)}`)
  })

  it('sees a photocopy', async () => {
    const { score, kinds } = await judge(greyCopy)
    assert.ok(score <= 50 && (kinds.copy ?? 0) > (kinds.screen ?? 0), `${score} ${JSON.stringify(kinds)}`)
  })

  for (const kind of ['colour-copy', 'print'] as const) {
    it(`sees the dots of a ${kind}`, async () => {
      const { score, kinds } = await judge((await attack(kind, side, taken)).jpeg)
      assert.ok(score <= 50 && (kinds.copy ?? 0) > (kinds.screen ?? 0), `${score} ${JSON.stringify(kinds)}`)
    })
  }

  it('says nothing of a copy where there is no document', async () => {
    assert.equal((await judgeRecapture(nets, await decode(greyCopy), undefined))?.kinds.copy, 0)
  })

  it('judges a picture smaller than the net looks at', async () => {
    const photo = resize(await decode((await photograph(side, taken)).jpeg), { width: 160, height: 120 })
    assert.ok((await judgeRecapture(nets, photo, undefined)) !== undefined)
    assert.equal((await judgeRecapture(nets, photo, quadOfPicture(photo))).screenUnjudged, true)
  })
})

describe('the lattice of a display', () => {
  const judge = (photo: Picture) => openLattice(photo, photo, undefined)(ALL_CUTS)

  /** Stripes of red, green and blue next to each other, as the pixels of a display have them. */
  const faint = (x: number, y: number, tone: number) => 6 * wave(x + 0.1 * y + (tone * 4.7) / 3, 4.7)

  it('stands out though it is fainter than the noise around it', async () => {
    assert.ok((await judge(noisy(faint))) > 0)
  })

  it('stands out in a picture without colour too', async () => {
    assert.ok((await judge(grey(noisy(faint)))) > 0)
    assert.ok((await judge(grey(noisy(() => 0)))) < 0)
  })

  it('is not seen in noise, in the blocks of compression or in an upright fence', async () => {
    assert.ok((await judge(noisy(() => 0))) < 0, 'noise')
    assert.ok((await judge(noisy((x, y) => (x % 8 === 0 || y % 8 === 0 ? 6 : 0)))) < 0, 'blocks')
    assert.ok((await judge(noisy((x) => 12 * wave(x, 12)))) < 0, 'a fence')
  })

  it('is found by the kernel as by the plain calculation', () => {
    const picture = noisy((x, y, tone) => faint(x, y, tone) + 40 * wave(x + y * y, 900))
    const cut = crop(picture, { x: 31, y: 17, width: 192, height: 192 })
    const plainly = findPlainly(cut)
    // Twice: what the first cut leaves in the kernel's memory does not count.
    for (const found of [findLattice(cut), findLattice(cut)])
      for (const [tone, known] of plainly.entries())
        assert.ok(Math.abs((found[tone] as number) - known) < 1e-4, `${found[tone]} and ${known}`)
  })

  it('tells a document on a display from the document', async () => {
    const { front } = await drawSpecimen({ kind: 'td1', seed: 'lattice' })
    const taken = { seed: 'lattice', level: 'easy' } as const
    const [original, shown] = [await photograph(front, taken), await attack('screen', front, taken)]
    const [low, high] = [await judge(await decode(original.jpeg)), await judge(await decode(shown.jpeg))]
    assert.ok(high > 0 && high > low + 1, `${low} and ${high}`)
  })
})

/** A picture whose noise is stronger than what is faint in it. */
function noisy(added: (x: number, y: number, tone: number) => number): Picture {
  const [width, height] = [640, 480]
  const source = random('noise')
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    data[i] = 150 + added(x, y, i % 3) + 18 * (source.next() + source.next() + source.next() - 1.5)
  }
  return { width, height, data }
}

function grey({ width, height, data }: Picture): Picture {
  return { width, height, data: data.map((_, i) => data[i - (i % 3) + 1] ?? 0) }
}

const wave = (at: number, period: number): number => Math.sin((2 * Math.PI * at) / period)

/** The same as findLattice, in doubles and without a fast Fourier transform. */
function findPlainly({ data }: Picture): number[] {
  const [side, half] = [192, 97]
  const pixels = [...new Array(side * side).keys()].map((i) => [...data.subarray(3 * i, 3 * i + 3)].map((v) => v / 255))
  const light = pixels.map((tones) => tones.reduce((sum, tone) => sum + tone, 0) / 3)
  const shine = meanAround(light, side, 4)
  const window = (at: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / side)
  const cosines = Float64Array.from({ length: side }, (_, i) => Math.cos((2 * Math.PI * i) / side))
  const sines = Float64Array.from({ length: side }, (_, i) => Math.sin((2 * Math.PI * i) / side))
  return [light, pixels.map(([r = 0, g = 0]) => r - g), pixels.map(([, g = 0, b = 0]) => b - g)].map((tone, which) => {
    const mean = meanAround(tone, side, 4)
    const fine = tone.map((value, i) => {
      const share = (value - (mean[i] as number)) / ((shine[i] as number) + 0.06)
      return Math.max(-2, Math.min(2, share)) * window(i % side) * window(Math.floor(i / side))
    })
    // Each frequency across, then down, as real and imaginary part.
    const [across, turned] = [new Float64Array(side * half), new Float64Array(side * half)]
    for (let at = 0; at < side * half; at++) {
      for (let x = 0; x < side; x++) {
        const [value, angle] = [fine[Math.floor(at / half) * side + x] as number, (x * (at % half)) % side]
        across[at] = (across[at] as number) + value * (cosines[angle] as number)
        turned[at] = (turned[at] as number) + value * (sines[angle] as number)
      }
    }
    const power = Array.from(across, (_, at) => {
      let [re, im] = [0, 0]
      for (let y = 0; y < side; y++) {
        const angle = (y * (Math.floor(at / half) + side / 2)) % side
        const [c, s] = [cosines[angle] as number, sines[angle] as number]
        const [a, b] = [across[y * half + (at % half)] as number, turned[y * half + (at % half)] as number]
        re += c * a - s * b
        im += c * b + s * a
      }
      return re * re + im * im
    })
    const level = meanAround(power, half, 2).map((value) => Math.log(value + 1e-3))
    const around = meanAround(level, half, 15)
    return Math.max(
      ...level.map((value, at) => {
        const [fy, fx] = [Math.abs(Math.floor(at / half) - side / 2), at % half]
        const isNear = (one: number, other: number) => Math.abs(one - other) < 1.5
        const isBlock = [24, 48, 72, 96].some((k) => (isNear(fx, k) && fy < 1.5) || (isNear(fy, k) && fx < 1.5))
        const isLong = Math.hypot(fx, fy) <= side / 22 || Math.hypot(fx, fy) >= side / 2
        const isStraight = which === 0 && (fx <= 2 || fy <= 2)
        return isBlock || isLong || isStraight ? Number.NEGATIVE_INFINITY : value - (around[at] as number)
      }),
    )
  })
}

/** The mean of a square around each place; beyond the edge its last value goes on. */
function meanAround(values: readonly number[], width: number, reach: number): number[] {
  const height = values.length / width
  const meanAlong = (of: readonly number[], along: (x: number, y: number, by: number) => number) =>
    of.map((_, i) => {
      let sum = 0
      for (let by = -reach; by <= reach; by++) sum += of[along(i % width, Math.floor(i / width), by)] as number
      return sum / (2 * reach + 1)
    })
  const keep = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))
  const rows = meanAlong(values, (x, y, by) => y * width + keep(x + by, width))
  return meanAlong(rows, (x, y, by) => keep(y + by, height) * width + x)
}
