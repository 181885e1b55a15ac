import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { imitate } from '../../../../../lab/evaluate/sets/taught/imitate/imitate.ts'
import { METHODS } from '../../../../../lab/evaluate/sets/taught/imitate/methods.ts'
import { type Compared, tallyImitations } from '../../../../../lab/evaluate/sets/taught/tally-imitations.ts'
import type { Picture } from '../../../../../src/vision/picture/picture.ts'

/** Fine waves, dark letters and a dark portrait on a table of one colour. */
function drawn(): Picture {
  const [width, height] = [420, 300]
  const data = new Uint8Array(width * height * 3).fill(120)
  for (let y = 30; y < 270; y++) {
    for (let x = 30; x < 390; x++) {
      const at = 3 * (y * width + x)
      const wave = 18 * Math.sin(x / 1.4 + y / 5)
      const isLetter = x > 190 && y % 24 < 6 && x % 9 < 4
      const isPortrait = x > 60 && x < 150 && y > 80 && y < 200
      const light = isLetter ? 30 : isPortrait ? 70 + (x % 40) : 190 + wave
      data.set([light, light - 8, Math.min(255, light + (x > 210 ? 30 : 5))], at)
    }
  }
  return { width, height, data }
}

const original = {
  photo: drawn(),
  quad: [
    { x: 30, y: 30 },
    { x: 390, y: 30 },
    { x: 390, y: 270 },
    { x: 30, y: 270 },
  ],
  lines: [
    { x: 0.45, y: 0.2, width: 0.5, height: 0.6 },
    { x: 0.05, y: 0.75, width: 0.3, height: 0.1 },
  ],
  portrait: { x: 0.08, y: 0.2, width: 0.26, height: 0.5 },
  seed: 3,
} as const

describe('the methods of imitation', () => {
  it('are at least twenty-five, of seven families, each with a name of its own', () => {
    assert.ok(METHODS.length >= 25)
    assert.equal(new Set(METHODS.map(({ name }) => name)).size, METHODS.length)
    assert.equal(new Set(METHODS.map(({ family }) => family)).size, 7)
  })

  it('each change the document, leave what is around it, and do the same when they are asked again', async () => {
    for (const method of METHODS) {
      const [made, again] = [await imitate(original, method), await imitate(original, method)]
      assert.deepEqual(made.data, again.data, method.name)
      let [inside, outside] = [0, 0]
      for (let i = 0; i < made.data.length; i++) {
        const [x, y] = [Math.floor(i / 3) % made.width, Math.floor(i / 3 / made.width)]
        const isInside = x >= 29 && x <= 391 && y >= 29 && y <= 271
        const far = Math.abs((made.data[i] as number) - (original.photo.data[i] as number))
        if (isInside) inside += far
        else outside += far
      }
      assert.equal(outside, 0, method.name)
      assert.ok(inside > 2000, `${method.name}: ${inside}`)
    }
  })
})

describe('what became of imitations', () => {
  const one = (model: string, score: number | undefined, method?: string): Compared => ({
    model,
    shots: 3,
    isScan: true,
    ...(method && { method, family: 'softened' }),
    isRecognised: score !== undefined,
    score,
    isWhole: score !== 77,
  })
  const compared = [
    ...['a', 'b', 'c'].flatMap((model) => [90, 95, 98, 99].map((score) => one(model, score))),
    one('a', 20, 'blurred'),
    one('a', 80, 'blurred'),
    one('a', 96, 'blurred'),
    one('b', 77, 'blurred'),
    one('b', undefined, 'blurred'),
  ]

  it('is counted as refused, referred, passed or not recognised', () => {
    const apart = { ...one('a', 97, 'painted'), isApart: true }
    const { byMethod, genuine, redteam } = tallyImitations([...compared, apart]).byShots[3] ?? assert.fail()
    assert.deepEqual(byMethod.blurred?.scans, { n: 5, recognised: 4, refused: 1, referred: 2, passed: 1 })
    assert.deepEqual(genuine.scans, { n: 12, recognised: 12, refused: 0, referred: 3, passed: 9 })
    assert.deepEqual(redteam, {
      genuine: { n: 12, refused: 0, approved: 9 },
      imitations: { n: 5, refused: 1, approved: 1 },
      apart: { n: 1, refused: 0, approved: 1 },
    })
  })

  it('is counted by how the picture was taken, by family of methods and by document', () => {
    const phone = { ...one('c', 30, 'moved'), isScan: false, family: 'moved' }
    const { byCapture, byFamily, byModel, eer } = tallyImitations([...compared, phone]).byShots[3] ?? assert.fail()
    assert.deepEqual(
      [byCapture.scans.n, byCapture.phone],
      [5, { n: 1, recognised: 1, refused: 1, referred: 0, passed: 0 }],
    )
    assert.deepEqual([byFamily.softened?.n, byFamily.moved?.refused], [5, 1])
    assert.deepEqual([byModel.a?.n, byModel.b?.n, byModel.c?.refused], [3, 2, 1])
    assert.ok(eer > 0 && eer < 0.5)
  })
})
