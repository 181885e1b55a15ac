import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addPage, missingSides } from '../../../../src/kernel/evidence/document/document.ts'
import type { PageReading } from '../../../../src/vision/document/page-reading.ts'

const front: PageReading = {
  side: 'FRONT',
  twoSided: true,
  country: 'UTO',
  type: 'IDENTITY_CARD',
  documentName: 'Utopia Identity Card',
  visual: [],
  features: { mrz: true, barcode: false },
  hints: [],
  models: [],
}
const back: PageReading = { ...front, side: 'BACK' }
const passport: PageReading = { ...front, type: 'PASSPORT', twoSided: false }

function pagesOf(...pages: PageReading[]) {
  let document: Parameters<typeof addPage>[0]
  for (const page of pages) {
    const added = addPage(document, page)
    assert.ok(added.ok)
    document = added.value
  }
  return document
}

describe('a two-sided card', () => {
  it('is complete after its front and its back', () => {
    const withFront = pagesOf(front)
    assert.deepEqual(missingSides(withFront), ['BACK'])
    const whole = pagesOf(front, back)
    assert.deepEqual(whole, { pages: [front, back] })
    assert.deepEqual(missingSides(whole), [])
  })

  it('refuses a back that comes first', () => {
    assert.deepEqual(addPage(undefined, back), { ok: false, refusal: 'WRONG_SIDE' })
  })

  it('refuses the back of another country or type', () => {
    for (const other of [
      { ...back, country: 'D' },
      { ...back, type: 'DRIVER_LICENSE' as const },
    ])
      assert.deepEqual(addPage(pagesOf(front), other), { ok: false, refusal: 'WRONG_SIDE' })
  })

  it('takes a back that names no country when it could be from the front’s, and counts it as such', () => {
    const withFront = addPage(undefined, front)
    assert.ok(withFront.ok)
    const unsure = { ...back, country: 'CHE', alternatives: ['LIE', front.country ?? ''] }
    const whole = addPage(withFront.value, unsure)
    assert.ok(whole.ok)
    assert.equal(whole.value.pages[1]?.country, front.country)
    assert.deepEqual(addPage(withFront.value, { ...unsure, alternatives: ['LIE'] }), {
      ok: false,
      refusal: 'WRONG_SIDE',
    })
  })

  it('loses its back when the front is sent again', () => {
    const again = { ...front, documentName: 'Utopia Identity Card, second picture' }
    assert.deepEqual(pagesOf(front, back, again), { pages: [again] })
  })

  it('keeps its front when the back is sent again', () => {
    const again = { ...back, documentName: 'Utopia Identity Card, second picture' }
    assert.deepEqual(pagesOf(front, back, again), { pages: [front, again] })
  })
})

describe('a one-sided document', () => {
  it('needs one page and refuses a back', () => {
    assert.deepEqual(missingSides(pagesOf(passport)), [])
    assert.deepEqual(addPage(pagesOf(passport), back), { ok: false, refusal: 'WRONG_SIDE' })
  })

  it('is missing its front when nothing was sent', () => {
    assert.deepEqual(missingSides(undefined), ['FRONT'])
  })
})

describe('a card that nobody can name', () => {
  const { country: _, ...rest } = front
  const unnamed: PageReading = { ...rest, type: 'OTHER', documentName: 'Unnamed Document' }
  const itsBack: PageReading = { ...unnamed, side: 'BACK' }
  const mrz = { type: 'TD1' } as unknown as NonNullable<PageReading['mrz']>

  it('is asked for its other side once: if its front comes again, there is none', () => {
    assert.deepEqual(missingSides(pagesOf(unnamed)), ['BACK'])
    assert.deepEqual(missingSides(pagesOf(unnamed, unnamed)), [])
    assert.deepEqual(missingSides(pagesOf(unnamed, itsBack)), [])
  })

  it('is named by a machine-readable code on its back', () => {
    const named = pagesOf(unnamed, { ...back, mrz })?.pages.map(({ country, type }) => [country, type])
    assert.deepEqual(named, [
      ['UTO', 'IDENTITY_CARD'],
      ['UTO', 'IDENTITY_CARD'],
    ])
  })

  it('is not named by words on its back, which other countries print too', () => {
    const both = pagesOf(unnamed, { ...back, alternatives: ['CHE'] })
    assert.deepEqual(
      both?.pages.map(({ country, type, alternatives }) => [country, type, alternatives]),
      [
        [undefined, 'OTHER', undefined],
        [undefined, 'OTHER', undefined],
      ],
    )
  })
})
