import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CORNERS_HEADER } from '../../../src/contract/enrolment/page-capture.ts'
import { readCorners } from '../../../src/http/input/capture-input.ts'
import { BadCall } from '../../../src/http/present/problems.ts'

const read = (value?: string) => readCorners({ headers: value === undefined ? {} : { [CORNERS_HEADER]: value } })

describe('corners that a person has set', () => {
  it('come as shares of the picture, or not at all', () => {
    assert.equal(read(), undefined)
    assert.deepEqual(read('0.1,0.2,0.9,0.2,0.9,0.8,0.1,0.8'), [
      { x: 0.1, y: 0.2 },
      { x: 0.9, y: 0.2 },
      { x: 0.9, y: 0.8 },
      { x: 0.1, y: 0.8 },
    ])
  })

  it('go round a document clockwise, within the picture', () => {
    for (const wrong of [
      '',
      '0.1,0.2,0.9,0.2,0.9,0.8,0.1',
      '0.1,0.2,0.9,0.2,0.9,0.8,0.1,0.8,0',
      '0.1,0.2,0.9,0.2,0.9,0.8,0.1,1.8',
      '0.1,0.2,0.9,0.2,0.9,0.8,0.1,x',
      '0.1,0.8,0.9,0.8,0.9,0.2,0.1,0.2',
      '0.1,0.2,0.9,0.8,0.9,0.2,0.1,0.8',
      '0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5',
      '0,0,1,0,1,0.0001,0,0.0001',
    ])
      assert.throws(() => read(wrong), BadCall, wrong)
  })
})
