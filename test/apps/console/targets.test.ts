import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pickedAt, targetsOf } from '../../../src/apps/console/case/targets.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'

const front = { side: 'FRONT', x: 0.5, y: 0.2, width: 0.2, height: 0.05 } as const
const inMrz = { side: 'BACK', x: 0.1, y: 0.8, width: 0.3, height: 0.08 } as const
const zone = { side: 'BACK', x: 0.05, y: 0.75, width: 0.9, height: 0.2 } as const

const view: Pick<CaseView, 'fields' | 'places' | 'explanation'> = {
  fields: [
    {
      name: 'document_number',
      visual: { text: 'AB1', confidence: 71, side: 'FRONT', place: front },
      mrz: { text: 'AB7', place: inMrz },
      differs: ['mrz'],
    },
    { name: 'surname', visual: { text: 'FABLE', confidence: 99, side: 'FRONT' }, differs: [] },
  ],
  places: { mrz: zone, traces: [{ ...front, about: 'portrait' }] },
}
const sources = (picked: Parameters<typeof targetsOf>[1]) => targetsOf(view, picked).map(({ source }) => source)

describe('what a reviewer picks', () => {
  it('is shown wherever it was read, each source by itself', () => {
    const targets = targetsOf(view, { field: 'document_number' })
    assert.deepEqual(
      targets.map(({ place, text }) => [place.side, text]),
      [
        ['FRONT', 'AB1'],
        ['BACK', 'AB7'],
      ],
    )
    assert.deepEqual(targetsOf(view, { field: 'surname' }), [], 'nobody noted where')
    assert.deepEqual(targetsOf(view, { field: 'sex' }), [])
  })

  it('leads from a factor to what it judged', () => {
    assert.deepEqual(sources({ factor: 'mrzOcrCrossCheck' }), ['Visual zone: document number', 'MRZ: document number'])
    assert.deepEqual(sources({ factor: 'mrzValidity' }), ['MRZ'])
    assert.deepEqual(sources({ factor: 'documentAuthenticity' }), ['Looks altered: Portrait'])
    assert.deepEqual(sources({ factor: 'barcodeOcrCrossCheck' }), [])
    assert.deepEqual(sources({ factor: 'faceVerification' }), [], 'the portrait was not located')
  })

  it('is picked on the picture too', () => {
    assert.deepEqual(pickedAt(view, 'FRONT', 0.6, 0.22), { field: 'document_number' })
    assert.deepEqual(pickedAt(view, 'BACK', 0.2, 0.84), { field: 'document_number' })
    assert.equal(pickedAt(view, 'FRONT', 0.1, 0.1), undefined)
  })
})
