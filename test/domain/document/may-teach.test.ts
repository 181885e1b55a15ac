import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChipReading } from '../../../src/domain/chip/chip-reading.ts'
import type { ReferenceProperties } from '../../../src/domain/document/document.ts'
import { mayTeachAgain } from '../../../src/domain/document/may-teach.ts'
import type { Session } from '../../../src/domain/session.ts'
import { passport } from '../decision/genuine.ts'

const MODEL = '0b5c2f5e-8d0a-4c6e-9b1a-2f3d4e5f6a7b'

const judged = { pattern: 100, print: 100, layout: 100, colours: 100, fonts: null }

function session(
  score: number,
  model = MODEL,
  properties: ReferenceProperties | undefined = judged,
): Pick<Session, 'document' | 'chip'> {
  const { document } = passport()
  assert.ok(document)
  const pages = document.pages.map((page) => ({
    ...page,
    authenticity: { ...page.authenticity, reference: { model, score, properties } },
  }))
  return { document: { ...document, pages } as NonNullable<Session['document']> }
}

const approve = (reviewer: string) => ({ reviewer, verdict: 'approve' as const })
const chip = (changes: Partial<ChipReading>) =>
  ({ verdict: 'TRUSTED', reasons: [], signedGroups: [1, 2], ...changes }) as ChipReading

test('a session adds to a taught document after two people approved it, and not after one', () => {
  assert.equal(mayTeachAgain(MODEL, session(97), [approve('ada'), approve('ben')]), true)
  assert.equal(mayTeachAgain(MODEL, session(97), [approve('ada')]), false)
  assert.equal(mayTeachAgain(MODEL, session(97), [approve('ada'), approve('ada')]), false)
  assert.equal(mayTeachAgain(MODEL, session(97), []), false)
  const undone = [approve('ada'), approve('ben'), { reviewer: 'ben', verdict: 'undo' as const }]
  assert.equal(mayTeachAgain(MODEL, session(97), undone), false, 'an approval that was taken back')
  const rejected = [approve('ada'), approve('ben'), { reviewer: 'eve', verdict: 'reject' as const }]
  assert.equal(mayTeachAgain(MODEL, session(97), rejected), false, 'somebody says that it is not genuine')
})

test('or with a chip that proves it', () => {
  assert.equal(mayTeachAgain(MODEL, { ...session(97), chip: chip({}) }, []), true)
  assert.equal(mayTeachAgain(MODEL, { ...session(97), chip: chip({ verdict: 'UNKNOWN_ISSUER' }) }, []), false)
  assert.equal(
    mayTeachAgain(MODEL, { ...session(97), chip: chip({ signedGroups: [1, 2, 15] }) }, []),
    false,
    'its key did not answer: it may be a copy',
  )
})

test('what the reference refuses, what it was not compared with, and another document add nothing', () => {
  const both = [approve('ada'), approve('ben')]
  assert.equal(mayTeachAgain(MODEL, session(45), both), false)
  assert.equal(mayTeachAgain(MODEL, session(97, 'another'), both), false)
  assert.equal(mayTeachAgain(MODEL, {}, both), false)
})

test('two people who approved what the reference doubts, or could not judge, do not move it; a chip does', () => {
  const both = [approve('ada'), approve('ben')]
  assert.equal(mayTeachAgain(MODEL, session(75), both), false)
  assert.equal(mayTeachAgain(MODEL, session(97, MODEL, { ...judged, pattern: null }), both), false)
  assert.equal(mayTeachAgain(MODEL, session(97, MODEL, { ...judged, print: null }), both), false)
  assert.equal(mayTeachAgain(MODEL, { ...session(75), chip: chip({}) }, []), true)
  assert.equal(mayTeachAgain(MODEL, { ...session(45), chip: chip({}) }, []), false)
})
