import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areFigures, readOwnFigures } from '../../../../src/vision/document/print/read-print.ts'
import type { Sheet } from '../../../../src/vision/picture/sheet.ts'
import type { ReadContext } from '../../../../src/vision/read-engine.ts'

describe('a number in figures of another script', () => {
  it('is one by its figures, with marks between them', () => {
    for (const text of ['١٣٦٠٨٤٦٢٧٨', '١٤٥٧/٠٢/٢٢', '៣៩២ ៥០២', '၁၂-၃၄-၁၉၉၀', '١٢٣٤٥٦٧ا'])
      assert.ok(areFigures(text), text)
    for (const text of ['1234567', 'الاسم', '١٢', 'رقم ١٢٣٤', '']) assert.ok(!areFigures(text), text)
  })

  it('is looked for only on pages of such a script', async () => {
    const line = (text: string, confidence: number) => ({
      text,
      confidence,
      probabilities: [],
      box: { x: 0, y: 0, width: 10, height: 10 },
    })
    const lines = [line('REPUBLIC OF UTOPIA', 0.99), line('1Ρ7·ΛΕΊΡνΛ', 0.5)]
    const nets = { get: () => assert.fail('no reader is needed') }
    const context = { nets, time: (_: string, work: () => unknown) => work() } as unknown as ReadContext
    assert.deepEqual(await readOwnFigures(context, {} as Sheet, lines), lines)
  })
})
