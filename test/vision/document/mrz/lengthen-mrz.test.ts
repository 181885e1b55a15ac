import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lengthenMrz } from '../../../../src/vision/document/mrz/read-missed-mrz.ts'
import { boundsOf } from '../../../../src/vision/picture/box.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const size = { width: 1200, height: 845 }
const PITCH = 30
/** A line of an MRZ of which so many characters were seen. */
const line = (text: string, y: number, x = 120): TextLine => ({
  text,
  confidence: 1,
  probabilities: [],
  box: { x, y, width: text.length * PITCH, height: 40 },
})

describe('an MRZ whose fillers were not seen', () => {
  const begun = [line('IDUTOL6X9P54', 565), line('5109137M3412318', 633), line('SPECIMEN<<TESSA<', 703)]

  it('is taken in its full length', () => {
    const [group, ...others] = lengthenMrz([line('PERSONALAUSWEIS', 300, 800), ...begun], size)
    assert.deepEqual(
      group?.map((quad) => boundsOf(quad)),
      [565, 633, 703].map((y) => ({ x: 120, y, width: 30 * PITCH, height: 40 })),
    )
    // Two lines of 36 would reach the edge as well, two of 44 would go past it.
    assert.deepEqual(others, [[565, 633, 703].slice(1).map((y) => rectangle(120, y, 36 * PITCH, 40))])
  })

  it('is none without fillers, and none in lines that stand apart', () => {
    assert.deepEqual(lengthenMrz([line('NOBODYSPECIMEN', 565), line('5109137M3412318', 633)], size), [])
    assert.deepEqual(lengthenMrz([line('IDUTOL6X9P54<<', 100), line('5109137M3412318', 633)], size), [])
  })
})

const rectangle = (x: number, y: number, width: number, height: number) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]
