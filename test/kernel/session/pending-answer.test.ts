import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SealReading } from '../../../src/features/seal/seal-reading.ts'
import type { Decision } from '../../../src/kernel/decision/decide.ts'
import { keepEarlier } from '../../../src/kernel/review/new-picture.ts'
import { keepAside, separateAnswer, withPendingAnswer } from '../../../src/kernel/session/pending-answer.ts'
import { objectsOf, type Session } from '../../../src/kernel/session/session.ts'
import { passportPage, selfie } from '../decision/genuine.ts'

const decision = { outcome: 'refer' } as Decision
const first = { pages: [passportPage()] }
const second = { pages: [passportPage({ documentName: 'Other Passport' })] }

const waiting = (): Session => ({
  id: '00000000-0000-4000-8000-000000000031',
  tenant: 'acme',
  mode: 'live',
  status: 'WAITING_FOR_MANUAL_APPROVE',
  version: 4,
  createdAt: new Date('2026-06-15T10:00:00Z'),
  expiresAt: new Date('2026-06-29T10:00:00Z'),
  completedAt: new Date('2026-06-15T10:10:00Z'),
  request: {},
  document: first,
  face: selfie(),
  images: { FRONT: { original_FRONT: 'a' }, FACE: { face_original: 'f' } },
  decision,
  newPictures: [
    { of: 'FRONT', reason: 'GLARE', by: 'ada', askedAt: '2026-06-15T11:00:00Z', until: '2026-06-29T11:00:00Z' },
  ],
})

describe('what is sent in answer to a request for a new picture', () => {
  it('is kept aside, and is what the person goes on with', () => {
    const standing = waiting()
    const working = { ...standing, document: second, images: { ...standing.images, FRONT: { original_FRONT: 'b' } } }
    const kept = keepAside(standing, working)
    assert.equal(kept.document, first)
    assert.equal(kept.images, standing.images)
    assert.deepEqual(objectsOf(kept).toSorted(), ['a', 'b', 'f'], 'no sweep takes what is kept aside')
    assert.deepEqual(withPendingAnswer(kept), working)
  })

  it('leaves the signed barcode that was decided on', () => {
    const genuine = { kind: 'VDS' } as SealReading
    const standing = { ...waiting(), seal: genuine }
    const { seal: _, ...unsealed } = standing
    const working = { ...unsealed, document: second }
    const kept = keepAside(standing, working)
    assert.equal(kept.seal, genuine)
    assert.equal(withPendingAnswer(kept).seal, undefined)
  })

  it('leaves the earlier answer whole in the history, with its signed barcode', () => {
    const session = { ...waiting(), seal: { kind: 'VDS' } as SealReading }
    const { document, face, seal, images } = session
    const until = '2026-06-15T11:00:00Z'
    assert.deepEqual(keepEarlier(session, until), [{ until, decision, document, face, seal, images }])
  })

  it('is nothing while the person has sent nothing', () => {
    const standing = waiting()
    const seen = { ...standing, device: { id: 'phone', since: '2026-06-15T12:00:00Z' } }
    assert.equal(keepAside(standing, seen), seen)
  })

  it('is told apart in a session that version 0.2 wrote in the middle of an answer', () => {
    const { newPictures = [], images, face, ...rest } = waiting()
    assert.ok(face)
    const earlier = [{ until: '2026-06-15T11:00:00Z', decision, document: first, face, images }]
    const stored: Session = {
      ...rest,
      face,
      document: second,
      images: { ...images, FRONT: { original_FRONT: 'b' } },
      newPictures: newPictures.map((each) => ({ ...each, sent: true })),
      earlier,
    }
    const read = separateAnswer(stored)
    assert.deepEqual([read.document, read.images], [first, images], 'the decision speaks of these')
    assert.deepEqual(withPendingAnswer(read).document, second, 'the person goes on with that one')
    assert.equal(separateAnswer(read), read)
    const answered = { ...stored, newPictures: newPictures.map((each) => ({ ...each, sent: true, answeredAt: 'x' })) }
    assert.equal(separateAnswer(answered as Session), answered)
  })
})
