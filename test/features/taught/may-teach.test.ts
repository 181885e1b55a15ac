import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChipReading } from '../../../src/features/chip/chip-reading.ts'
import { findTeachingObstacle } from '../../../src/features/taught/domain/may-teach.ts'
import type { PageSide } from '../../../src/formats/document-words.ts'
import type { ReviewAct } from '../../../src/kernel/review/review-words.ts'
import type { Session } from '../../../src/kernel/session/session.ts'
import type { ReferenceProperties } from '../../../src/vision/document/page-reading.ts'
import { passport } from '../../kernel/decision/genuine.ts'

const MODEL = '0b5c2f5e-8d0a-4c6e-9b1a-2f3d4e5f6a7b'

const judged = { pattern: 100, print: 100, layout: 100, colours: 100, fonts: null }

type Lent = Pick<Session, 'document' | 'chip' | 'status'>
const compared = (score: number, model = MODEL, properties: ReferenceProperties | undefined = judged) => ({
  model,
  score,
  properties,
})

/** A session whose FRONT was compared with a taught document, or with none. */
function session(reference?: ReturnType<typeof compared>): Lent {
  const { document } = passport()
  assert.ok(document)
  const pages = document.pages.map((page) => ({
    ...page,
    authenticity: { ...page.authenticity, ...(reference && { reference }) },
  }))
  return { status: 'MANUAL_APPROVED', document: { ...document, pages } as NonNullable<Session['document']> }
}

type Acts = { reviewer: string; verdict: ReviewAct }[]
const approve = (reviewer: string) => ({ reviewer, verdict: 'approve' as const })
const both: Acts = [approve('ada'), approve('ben')]
const chip = (changes: Partial<ChipReading> = {}) =>
  ({ verdict: 'TRUSTED', reasons: [], signedGroups: [1, 2], mrz: { fields: {} }, ...changes }) as unknown as ChipReading

const again = (lent: Lent, acts: Acts) => findTeachingObstacle({ session: lent, acts, side: 'FRONT', model: MODEL })
const aNewDocument = (lent: Lent, acts: Acts, side: PageSide = 'FRONT') =>
  findTeachingObstacle({ session: lent, acts, side })

for (const [what, ask, lent] of [
  ['a document that is in use', again, session(compared(97))],
  ['a new document', aNewDocument, session()],
] as const) {
  test(`a session teaches ${what} after two people approved it, and not after one`, () => {
    assert.equal(ask(lent, both), undefined)
    assert.equal(ask(lent, [approve('ada')]), 'NOT_APPROVED')
    assert.equal(ask(lent, [approve('ada'), approve('ada')]), 'NOT_APPROVED', 'one person twice')
    assert.equal(ask(lent, []), 'NOT_APPROVED')
    const undone: Acts = [...both, { reviewer: 'ben', verdict: 'undo' }]
    assert.equal(ask(lent, undone), 'NOT_APPROVED', 'an approval that was taken back')
    const rejected: Acts = [...both, { reviewer: 'eve', verdict: 'reject' }]
    assert.equal(ask(lent, rejected), 'REJECTED', 'somebody says that it is not genuine')
  })

  test(`a session teaches ${what} with a chip that proves it`, () => {
    assert.equal(ask({ ...lent, chip: chip() }, []), undefined)
    assert.equal(ask({ ...lent, chip: chip({ verdict: 'UNKNOWN_ISSUER' }) }, []), 'NOT_APPROVED')
    const silent = chip({ signedGroups: [1, 2, 15] })
    assert.equal(ask({ ...lent, chip: silent }, []), 'NOT_APPROVED', 'its key did not answer: it may be a copy')
    const rejected: Acts = [{ reviewer: 'eve', verdict: 'reject' }]
    assert.equal(ask({ ...lent, chip: chip() }, rejected), 'REJECTED', 'a chip can be put into another document')
    assert.equal(ask({ ...lent, chip: chip(), status: 'AUTO_REJECTED' }, []), 'REJECTED')
  })
}

test('what the reference refuses, what it was not compared with, and another document change nothing', () => {
  assert.equal(again(session(compared(45)), both), 'DOUBTED')
  assert.equal(again(session(compared(97, 'another')), both), 'NOT_COMPARED')
  assert.equal(again({ status: 'MANUAL_APPROVED' }, both), 'NOT_COMPARED')
})

test('two people who approved what the reference doubts, or could not judge, do not move it; a chip does', () => {
  assert.equal(again(session(compared(75)), both), 'DOUBTED')
  assert.equal(again(session(compared(97, MODEL, { ...judged, pattern: null })), both), 'DOUBTED')
  assert.equal(again(session(compared(97, MODEL, { ...judged, print: null })), both), 'DOUBTED')
  assert.equal(again({ ...session(compared(75)), chip: chip() }, []), undefined)
  assert.equal(again({ ...session(compared(45)), chip: chip() }, []), 'DOUBTED')
})

test('a page of a taught document does not become a second document, however good it is', () => {
  for (const score of [75, 97]) assert.equal(aNewDocument(session(compared(score)), both), 'TAUGHT')
  assert.equal(aNewDocument({ ...session(compared(97)), chip: chip() }, []), 'TAUGHT')
  assert.equal(aNewDocument(session(compared(45)), both), 'DOUBTED')
})

test('the other side teaches a new document unless this side is refused', () => {
  assert.equal(aNewDocument(session(compared(75)), both, 'BACK'), undefined)
  assert.equal(aNewDocument(session(compared(45)), both, 'BACK'), 'DOUBTED')
})
