import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeTaught } from '../../../../src/features/taught/feature.ts'
import type { DocumentModel, ModelReference } from '../../../../src/vision/taught/model.ts'
import { aContent, aModel } from '../../../support/models.ts'

const reference: ModelReference = { picture: '', power: '', colours: '', ink: [0, 0, 0], lines: [] }
const spread = { softer: 0, weight: 0, pattern: 0, faded: 0, worst: 0 }
const judged = (...models: DocumentModel[]) =>
  judgeTaught({
    documentModels: { published: async () => models } as unknown as Parameters<typeof judgeTaught>[0]['documentModels'],
  })

test('taught documents that nothing is approved by are named', async () => {
  const now = aModel({ name: 'Card', content: { ...aContent(), reference: { ...reference, spread } } })
  const earlier = aModel({ name: 'Older card', content: { ...aContent(), reference } })
  assert.deepEqual(await judged(), [])
  assert.deepEqual(
    (await judged(now)).map(({ verdict }) => verdict),
    ['good'],
  )
  const files = aModel({
    name: 'Files',
    content: { ...aContent(), reference: { ...reference, spread: { ...spread, inks: 0.001 } } },
  })
  const [finding] = await judged(now, files, earlier)
  assert.equal(finding?.verdict, 'unsafe')
  assert.match(finding?.text ?? '', /: Files, Older card$/)
  assert.match(finding?.advice ?? '', /teach them again with three/)
})
