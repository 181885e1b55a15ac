import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { publishDocument } from '../../../../src/features/taught/actions/change-document.ts'
import { findNotForTeaching } from '../../../../src/features/taught/actions/find-not-for-teaching.ts'
import { accept } from '../../../../src/formats/result.ts'
import type { Evidence } from '../../../../src/kernel/decision/factors/factor.ts'
import type { Ports } from '../../../../src/kernel/ports/ports.ts'
import { reviewSession } from '../../../../src/kernel/review/review-session.ts'
import { doubtful, portsOf, store } from '../../../kernel/tenants/decided-sessions.ts'
import { auditEntry } from '../../../storage/sample.ts'
import { onEveryDatabase } from '../../../support/databases.ts'
import { aDraft, aModel } from '../../../support/models.ts'

/** So many copies that are nearly good enough does an attacker send past the reviewers. */
const COPIES = 50

/** Refused by the reference, and doubtful to it. */
const SCORES = [45, 75]
const JUDGED = { pattern: 100, print: 100, layout: 100, colours: 100, fonts: null }

/** A document that is nearly, not quite, as its model is. */
function nearCopy(score: number): Evidence {
  const { id, version } = aModel()
  const evidence = doubtful()
  const pages = (evidence.document?.pages ?? []).map((page) => ({
    ...page,
    taught: { id, version, score },
    authenticity: { ...page.authenticity, reference: { model: id, score, properties: { ...JUDGED, print: score } } },
  }))
  return { ...evidence, document: { pages } }
}

onEveryDatabase((place) => {
  let ports: Ports
  before(async () => {
    ports = portsOf(await place.open())
  })

  describe('approvals by reviewers', () => {
    it(`leave the model of a taught document as it was, after ${COPIES} near-copies too`, async () => {
      const { id } = aModel()
      const version = await ports.documentModels.keepDraft(aDraft(), auditEntry('document.teach'))
      assert.equal(await publishDocument(ports, { id, version }, 'admin:ada'), true)
      const published = await ports.documentModels.published()
      const pictures: { sessionId: string; image: string }[] = []
      for (let copy = 0; copy < COPIES; copy++) {
        const session = await store(ports, nearCopy(SCORES[copy % SCORES.length] as number))
        pictures.push({ sessionId: session.id, image: 'original_FRONT' })
        const reviewer = { username: copy % 2 ? 'ada' : 'ben', role: 'reviewer' } as const
        const outcome = await reviewSession(ports, reviewer, session.id, { verdict: 'approve', reason: 'Looks right.' })
        assert.deepEqual(outcome, { ok: true, value: { status: 'MANUAL_APPROVED', isSettled: true } })
      }
      assert.deepEqual(await ports.documentModels.published(), published, 'the 51st is compared with what was taught')
      assert.equal((await ports.documentModels.list()).length, 1)
      // And when somebody teaches the document again, none of them is taken.
      const chief = { username: 'chief', role: 'admin' } as const
      const find = (by: Ports, picture: object) => findNotForTeaching(by, chief, [picture], id)
      for (const picture of pictures)
        assert.deepEqual(await find(ports, picture), accept({ picture: 0, obstacle: 'NOT_APPROVED' }))
      // Nor if a second reviewer had approved every one of them: by the reference as it is they are not clearly genuine.
      const reviews = {
        ...ports.reviews,
        of: async (sessionId: string) => {
          const acts = await ports.reviews.of(sessionId)
          return [...acts, ...acts.map((act) => ({ ...act, reviewer: 'eve' }))]
        },
      }
      const approvedTwice = { ...ports, reviews }
      for (const picture of pictures)
        assert.deepEqual(await find(approvedTwice, picture), accept({ picture: 0, obstacle: 'DOUBTED' }))
      const clear = await store(ports, nearCopy(99))
      const acts = await reviewSession(ports, { username: 'ada', role: 'reviewer' }, clear.id, {
        verdict: 'approve',
        reason: 'Looks right.',
      })
      assert.ok(acts.ok)
      const picture = { sessionId: clear.id, image: 'original_FRONT' }
      assert.deepEqual(await find(approvedTwice, picture), accept(undefined), 'a genuine one is taken')
      assert.deepEqual(await find(ports, { data: 'sent by the teacher' }), accept(undefined))
    })
  })
})
