import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refuseSide } from '../../../../src/kernel/evidence/document/document.ts'
import type { PageReading } from '../../../../src/vision/document/page-reading.ts'
import { back, front } from '../../../support/app.ts'

const plain = ({ mrz: _, barcode: __, ...page }: PageReading): PageReading => page
const marks = [
  { hint: 'CUT_OFF', x: 0, y: 0, width: 0.1, height: 1 },
  { hint: 'GLARE', x: 0.4, y: 0.4, width: 0.1, height: 0.1 },
] as const

describe('a page that is not wanted now', () => {
  it('is the wrong side', () => {
    assert.deepEqual(refuseSide(undefined, back().reading), { ok: false, refusal: 'WRONG_SIDE' })
  })

  it('is of another document where its front is known', () => {
    const known = { pages: [front().reading] }
    assert.deepEqual(refuseSide(known, back().reading).hints, ['OTHER_DOCUMENT'])
  })

  it('is first of all a poor picture where nothing proves the side', () => {
    const page = { ...plain(back().reading), hints: ['CUT_OFF', 'GLARE'] as PageReading['hints'] }
    const { refusal, hints, marks: shown } = refuseSide(undefined, page, marks)
    assert.equal(refusal, 'DOCUMENT_NOT_RECOGNIZED')
    assert.deepEqual(hints, ['CUT_OFF'])
    assert.deepEqual(shown, [marks[0]])
  })

  it('is the wrong side in spite of its picture where an MRZ proves it', () => {
    const page = { ...plain(back().reading), hints: ['CUT_OFF'] as PageReading['hints'] }
    const proved = { ...page, mrz: { fields: {}, lines: [], checks: [], confidence: 99, repaired: false } }
    assert.equal(refuseSide(undefined, proved).refusal, 'WRONG_SIDE')
  })
  it('is the wrong side where a taught document was recognised, though it is too small to be compared', () => {
    const page = { ...plain(back().reading), hints: ['TOO_SMALL'] as PageReading['hints'] }
    const recognised = { ...page, taught: { id: 'a card', version: 1, score: 90 } }
    assert.equal(refuseSide(undefined, recognised).refusal, 'WRONG_SIDE')
  })
})
