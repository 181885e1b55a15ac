import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { VisualFieldName } from '../../../../src/formats/document-words.ts'
import type { VisualField } from '../../../../src/formats/visual-field.ts'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { cutLines, lengthened } from '../../../../src/vision/document/fields/cut-values.ts'
import { shareOf } from '../../../../src/vision/picture/box.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const { countries } = openCatalogue()
const size = { width: 1200, height: 845 }

const line = (text: string, x: number, y: number, width = text.length * 18, probability = 0.98): TextLine => ({
  text,
  confidence: probability,
  probabilities: Array.from(text, () => probability),
  box: { x, y, width, height: 30 },
})

const field = (name: VisualFieldName, { text, box }: TextLine, confidence = 98): VisualField => ({
  name,
  value: text,
  confidence,
  pageSide: 'FRONT',
  place: shareOf(box, size),
})

const COLUMN = [line('NEVERWAS', 400, 150), line('ZINNIA', 401, 210), line('UTOPIAN', 399, 270)]
const DATE = { date: '1980-01-01' }
const NAMES = ['surname', 'given_name', 'nationality'] as const

/** The left and right ends of the line that is read again. */
function endsOf(name: VisualFieldName, own: TextLine, { confidence = 98, others = [] as TextLine[] } = {}) {
  const lines = [...COLUMN, own, ...others]
  const visual = [
    ...COLUMN.map((each, i) => field(NAMES[i] as VisualFieldName, each)),
    { ...field(name, own, confidence), ...(name.includes('date') && DATE) },
  ]
  const [cut] = cutLines(visual, lines, size, countries)
  return cut && [cut.line, Math.round(cut.quad[0].x), Math.round(cut.quad[1].x)]
}

describe('a line that perhaps goes on', () => {
  it('begins a letter to the right of the column of values', () => {
    assert.deepEqual(endsOf('document_number', line('.G.HARBOUR', 424, 500)), [3, 392, 604])
    assert.equal(endsOf('document_number', line('G.HARBOUR', 403, 500)), undefined)
    assert.equal(endsOf('document_number', line('G.HARBOUR', 600, 500)), undefined)
  })

  it('begins where another line ends, unless that one is a value of its own', () => {
    const cut = line('1 01 1980', 800, 500)
    assert.deepEqual(endsOf('date_of_birth', cut, { others: [line('01', 770, 502, 36)] }), [3, 763, 962])
    assert.equal(endsOf('date_of_birth', cut, { others: [line('01', 600, 502, 36)] }), undefined)
    assert.equal(endsOf('surname', line('ZEPHYR', 800, 500), { others: [line('2.', 770, 502, 36)] }), undefined)
    assert.equal(endsOf('date_of_birth', { ...cut, box: { ...cut.box, x: 545, y: 150 } }), undefined)
  })

  it('stops in the name of a country, or has words that were not read well: it ends before the next line', () => {
    const cut = line('UNITED STATES OF AMER', 400, 500, 300)
    assert.deepEqual(endsOf('nationality', cut), [3, 400, 880])
    assert.deepEqual(endsOf('nationality', cut, { others: [line('SEX', 800, 500)] }), [3, 400, 800])
    assert.equal(endsOf('nationality', line('UNITED STATES OF AMERICA', 400, 500, 300)), undefined)
    assert.deepEqual(endsOf('authority', line('MINISTRY OF FOREIG', 400, 500, 300), { confidence: 56 }), [3, 400, 880])
    assert.equal(endsOf('authority', line('MINISTRY OF HARBOURS', 400, 500, 300)), undefined)
  })
})

describe('a line that was read again', () => {
  const textOf = (read: string, again: TextLine) => lengthened(line(read, 400, 500), again, countries)?.text

  it('counts if it says the same and more', () => {
    assert.equal(textOf('.G.HARBOUR', line('C.G.HARBOUR', 380, 500)), 'C.G.HARBOUR')
    assert.equal(textOf('1 01 1980', line('01 01 1980', 780, 500)), '01 01 1980')
    assert.equal(
      textOf('IINISTRY OF FOREIG', line('MINISTRY OF FOREIGN AFFAIRS', 380, 500)),
      'MINISTRY OF FOREIGN AFFAIRS',
    )
  })

  it('is whole without the pattern behind its end', () => {
    const again = lengthened(
      line('MINISTRY OF FOREIG', 400, 500),
      line('MINISTRY OF FOREIGN AFFAIRS <E', 380, 500),
      countries,
    )
    assert.deepEqual([again?.text, again?.probabilities.length], ['MINISTRY OF FOREIGN AFFAIRS', 27])
  })

  it('counts with a letter in doubt if it is the name of a country', () => {
    assert.equal(
      textOf('UNITED STATES OF AMER', line('UNITED STATES OF AMERIÇA', 400, 500, 400, 0.5)),
      'UNITED STATES OF AMERIÇA',
    )
  })

  it('does not count if it says something else, nothing more, or more that is in doubt', () => {
    assert.equal(textOf('HARBOUR', line('HARBOUR', 380, 500)), undefined)
    assert.equal(textOf('HARBOUR', line('LIGHTHOUSE HARB', 380, 500)), undefined)
    assert.equal(textOf('HARBOUR', line('HARBOURS', 380, 500, 200, 0.6)), undefined)
  })
})
