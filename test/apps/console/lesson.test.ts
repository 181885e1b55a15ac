import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PicturePreview } from '../../../src/features/taught/contract/documents.ts'
import {
  addPage,
  type Draft,
  namedOf,
  nameLine,
  removePage,
  setMark,
} from '../../../src/features/taught/panel/lesson.ts'

const box = (x: number) => ({ x, y: 0.1, width: 0.2, height: 0.05 })
const look: PicturePreview = {
  isFound: true,
  picture: 'data:',
  width: 100,
  height: 63,
  lines: [
    { text: 'Surname', box: box(0.1), confidence: 99 },
    { text: 'SPECIMEN', box: box(0.2), confidence: 99, suggested: 'surname' },
    { text: 'X0000001', box: box(0.3), confidence: 99 },
  ],
  zones: [{ name: 'portrait', box: box(0.4) }],
}
const given = { data: 'AAAA' }
const nothing: Draft = { pages: [], marks: {} }
const two = addPage(addPage(nothing, given, look), given, look)

describe('what somebody is teaching', () => {
  it('begins with what was suggested and found on the first picture', () => {
    assert.deepEqual(namedOf(two), [{ picture: 0, field: 'surname', box: box(0.2) }])
    assert.deepEqual(two.marks, { portrait: box(0.4) })
  })

  it('names lines of any picture, and takes a name away', () => {
    const named = nameLine(nameLine(two, 1, 2, 'document_number'), 0, 1, undefined)
    assert.deepEqual(namedOf(named), [{ picture: 1, field: 'document_number', box: box(0.3) }])
  })

  it('marks portraits, or says that there is none', () => {
    const marked = setMark(setMark(two, 'ghostPortrait', box(0.7)), 'portrait', undefined)
    assert.deepEqual(marked.marks, { ghostPortrait: box(0.7) })
  })

  it('goes on with the next picture when the first is taken away, marks and suggestions of its own', () => {
    const left = removePage(setMark(nameLine(two, 1, 2, 'document_number'), 'portrait', undefined), 0)
    assert.deepEqual(namedOf(left), [{ picture: 0, field: 'document_number', box: box(0.3) }])
    assert.deepEqual(left.marks, { portrait: box(0.4) })
    assert.deepEqual(namedOf(removePage(two, 1)), namedOf(addPage(nothing, given, look)))
    assert.deepEqual(removePage(removePage(two, 0), 0), nothing)
  })
})
