import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Duplicates } from '../../../../src/features/duplicates/domain/duplicates.ts'
import { findDuplicates } from '../../../../src/features/duplicates/find-duplicates.ts'
import { duplicateCheck } from '../../../../src/features/duplicates/rules/duplicate-check.ts'
import { freshSession } from '../../../storage/sample.ts'
import { passport } from '../genuine.ts'

const found = (duplicates: Partial<Duplicates>) => {
  const finding = duplicateCheck.find(
    passport({}, { duplicates: { documentNumber: [], face: [], documentPicture: [], ...duplicates } }),
  )
  assert.ok(finding.kind === 'scored')
  return finding
}

describe('duplicateCheck', () => {
  it('names every reason with how many sessions there are, the gravest first', () => {
    const { score, reason, used } = found({
      documentNumber: ['a', 'b'],
      face: ['b', 'c', 'd', 'e'],
      documentPicture: ['f', 'g'],
    })
    assert.equal(score, 0)
    assert.equal(
      reason,
      'The document number was seen in another session with a different face. ' +
        'The face was seen in 3 other sessions with a different document. ' +
        'The picture of the document was sent in 2 other sessions. ' +
        'The same person and document were seen in another session.',
    )
    assert.deepEqual(used, { sessionsWithDocumentNumber: 2, sessionsWithFace: 4, sessionsWithDocumentPicture: 2 })
  })

  it('leaves out faces that a reviewer said to be somebody else’s', () => {
    const { score, reason } = found({ face: ['twin'], othersAlike: ['twin'] })
    assert.equal(score, 100)
    assert.match(reason, /a reviewer said that it is another person/)
  })

  it('counts a session once in which several sides of the document were sent before, and no selfie', async () => {
    const { duplicates } = await findDuplicates(
      {
        fingerprints: {
          compare: async () => ({ duplicates: { documentNumber: [], face: [] }, compared: {} }),
        },
        pairAnswers: { findOthers: async () => [] },
      } as unknown as Parameters<typeof findDuplicates>[0],
      freshSession({}),
      [
        { part: 'FRONT', sessionId: 'b' },
        { part: 'BACK', sessionId: 'b' },
        { part: 'FRONT', sessionId: 'a' },
        { part: 'FACE', sessionId: 'c' },
      ],
    )
    assert.deepEqual(duplicates.documentPicture, ['a', 'b'])
  })
})
