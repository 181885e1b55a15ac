import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { ofOtherCards } from '../../../../src/vision/taught/learn/draw-reference.ts'
import { bestOf, fitPages, type Holding } from '../../../../src/vision/taught/learn/fit-pages.ts'
import { scaling } from '../../../../src/vision/taught/print.ts'
import { drawCard, photographed } from '../compare/drawn-card.ts'

/** The share of its places that is found on the others, and how much fine print it shows; as measured on labelled cards. */
const tried = (...pictures: [share: number, detail: number][]) =>
  pictures.map(([share, detail], base) => ({
    base,
    share,
    detail,
    fits: pictures.map(() => ({ at: 0, map: [] as never })),
  }))

describe('the picture that others are laid over', () => {
  it('is a scan where scans and photographs are mixed, though bold print of a photograph is found more often', () => {
    assert.equal(bestOf(tried([0.62, 4.17], [0.77, 2.47], [0.6, 4.2], [0.71, 3.32]))?.base, 2)
    assert.equal(bestOf(tried([0.78, 2.47], [0.59, 4.17], [0.71, 3.32]))?.base, 1)
  })

  it('is among pictures of one kind one that others are found in, and of these the sharpest', () => {
    assert.equal(bestOf(tried([0.71, 0.33], [0.83, 1.05], [0.67, 1.34]))?.base, 1)
    assert.equal(bestOf(tried([0.95, 1.13], [0.98, 1.39], [0.97, 1.89]))?.base, 2)
  })

  it('is one that most others fit', () => {
    const [first, second] = tried([0.5, 4], [0.9, 1]) as [ReturnType<typeof tried>[number], never]
    assert.equal(bestOf([{ ...first, fits: first.fits.slice(1) }, second])?.base, 1)
  })
})

describe('pictures that say how cards differ', () => {
  const picture = (name: string, likeness: number) => ({
    name,
    windows: Float32Array.from({ length: 9 }, (_, i) => likeness + 0.01 * (i - 4)),
  })
  const namesOf = (...pictures: ReturnType<typeof picture>[]) => ofOtherCards(pictures).map(({ name }) => name)

  it('are not those that show the card of the first picture once more', () => {
    assert.deepEqual(namesOf(picture('other', 0.74), picture('photograph of the first', 0.98)), ['other'])
    const three = [picture('a', 0.42), picture('b', 0.55), picture('photograph of the first', 0.9)]
    assert.deepEqual(namesOf(...three), ['a', 'b'])
  })

  it('are all of them where they are about as alike, or where one is poor', () => {
    assert.equal(namesOf(picture('a', 0.88), picture('b', 0.94)).length, 2)
    assert.equal(namesOf(picture('a', 0.6), picture('b', 0.75)).length, 2)
    assert.equal(namesOf(picture('a', 0.92), picture('b', 0.9), picture('poor', 0.6)).length, 3)
    assert.equal(namesOf(picture('the only one', 0.98)).length, 1)
    assert.equal(ofOtherCards([{ windows: undefined }]).length, 1)
  })
})

describe('a picture that shows too little print', () => {
  it('is named, so that a document can be learnt without it', async () => {
    const holding = (document: Picture) =>
      ({ page: { document, source: sourceOf(document) }, holder: [] }) as unknown as Holding
    const card = photographed(drawCard({ shade: 10 }))
    const covered = { ...card, data: card.data.map((value) => 245 + value / 255) }
    const fitted = await fitPages([holding(card), holding(covered), holding(photographed(drawCard(), { seed: 9 }))])
    assert.deepEqual([fitted?.poor, fitted?.fits.length], [[1], 2])
  })
})

const sourceOf = (photo: Picture) => ({ photo, map: scaling(photo, photo), across: photo.width })
