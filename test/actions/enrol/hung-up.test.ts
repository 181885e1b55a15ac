import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Enrolment } from '../../../src/actions/enrol/change-session.ts'
import { readAndKeepPage } from '../../../src/actions/enrol/submit-document.ts'
import { readAndKeepFace } from '../../../src/actions/enrol/submit-face.ts'
import { CallerAborted } from '../../../src/actions/ports/engine.ts'
import { startSession } from '../../api/client.ts'
import { JPEG, startTestApp, type TestApp } from '../../support/app.ts'

describe('a caller who hangs up while a picture is read', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
  })
  after(() => test.close())

  const DAYS = 30
  for (const [what, send] of [
    [
      'a side of the document',
      (enrolment: Enrolment, signal: AbortSignal) =>
        readAndKeepPage(test.ports, enrolment, JPEG, { validDays: DAYS, source: 'api', signal }),
    ],
    [
      'a selfie',
      (enrolment: Enrolment, signal: AbortSignal) =>
        readAndKeepFace(test.ports, enrolment, { picture: JPEG, source: 'api' }, DAYS, signal),
    ],
  ] as const)
    it(`leaves nothing of ${what}`, async () => {
      const { sessionId } = await startSession(test)
      const enrolment = { tenant: 'acme', sessionId }
      const caller = new AbortController()
      const { page, face } = test.engine
      test.engine.page = async (...args) => {
        caller.abort()
        return page(...args)
      }
      test.engine.face = async (...args) => {
        caller.abort()
        return face(...args)
      }
      await assert.rejects(send(enrolment, caller.signal), CallerAborted)
      Object.assign(test.engine, { page, face })

      const session = await test.ports.sessions.load('acme', sessionId)
      assert.deepEqual(session?.images, {})
      assert.equal(session?.face, undefined)
      assert.equal(session?.document, undefined)
      const stored = await readdir(join(test.dataDir, 'images', sessionId)).catch(() => [])
      assert.deepEqual(stored, [])

      const again = await send(enrolment, new AbortController().signal)
      assert.ok(again.ok, 'and the next caller is served')
    })
})
