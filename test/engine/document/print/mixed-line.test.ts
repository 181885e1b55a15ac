import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withOurFigures } from '../../../../src/engine/document/print/mixed-line.ts'

const line = (text: string, probability = 0.99) => ({
  text,
  confidence: probability,
  probabilities: [...text].map(() => probability),
  box: { x: 0, y: 0, width: 100, height: 10 },
})

describe('a line with a label in another script and figures of ours', () => {
  it('has the label by the one reader and the figures by the other', () => {
    const merged = withOurFigures(line('생년월일 1.03', 0.8), line('MEHE 1971.10.13'))
    assert.equal(merged.text, '생년월일 1971.10.13')
    assert.equal(merged.probabilities.length, merged.text.length)
    assert.equal(merged.probabilities.at(-1), 0.99)
    assert.equal(
      withOurFigures(line('लाइसेंस संख्या 79 6863554342', 0.8), line('ØIk LE79 68635543420')).text,
      'लाइसेंस संख्या LE79 68635543420',
    )
  })

  it('has them at its beginning in sight where it runs from right to left', () => {
    assert.equal(
      withOurFigures(line('تاريخ الميلاد 16/1/98', 0.8), line('16/01/1989 al wb')).text,
      'تاريخ الميلاد 16/01/1989',
    )
  })

  it('stays as it is where the figures are others, or not read surely, or not lost', () => {
    for (const [other, usual] of [
      [line('생년월일 1988.05.07'), line('MEHE 1971.10.13')],
      [line('생년월일 9.99'), line('MEHE 1971.10.13')],
      [line('생년월일 1.03'), line('MEHE 1971.10.13', 0.6)],
      [line('생년월일'), line('MEHE 1971.10.13')],
      [line('تاريخ ١٤٢٤/١٢/٠١'), line('11VE/1Y/')],
    ] as const)
      assert.equal(withOurFigures(other, usual), other)
  })
})
