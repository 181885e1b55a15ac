import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { certify, makeAuthority } from '../../../packages/specimen/src/chip/certify.ts'
import { makeChip } from '../../../packages/specimen/src/chip/make-chip.ts'
import { writeDg1, writeDg2 } from '../../../packages/specimen/src/chip/write-groups.ts'
import { submitChip } from '../../../src/features/chip/submit-chip.ts'
import { openChips } from '../../../src/features/chip/verify/open-chips.ts'
import { readAndKeepPage } from '../../../src/features/document/submit-document.ts'
import { readAndKeepFace } from '../../../src/features/selfie/submit-face.ts'
import type { Enrolment } from '../../../src/kernel/session/change-session.ts'
import { CallerAborted } from '../../../src/vision/engine.ts'
import { startSession } from '../../api/client.ts'
import { JPEG, startTestApp, type TestApp } from '../../support/app.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const authority = makeAuthority('CSCA', { way, country: 'AD' })
const LINES = ['P<ANDERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36AND7408122F3204153ZE184226B<<<<<12']
const groups = new Map([
  [1, writeDg1(LINES)],
  [2, writeDg2(JPEG)],
])
const chip = makeChip(groups, certify('Signer', { way, by: authority, country: 'AD' }), { issuer: authority })

describe('a caller who hangs up while something is read', () => {
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
        readAndKeepPage(test.ports, enrolment, { picture: JPEG, source: 'api' }, { validDays: DAYS, signal }),
    ],
    [
      'a selfie',
      (enrolment: Enrolment, signal: AbortSignal) =>
        readAndKeepFace(test.ports, enrolment, { picture: JPEG, source: 'api' }, { validDays: DAYS, signal }),
    ],
    [
      'a chip',
      (enrolment: Enrolment, signal: AbortSignal) =>
        submitChip({ ...test.ports, chips: openChips(test.storage.trustedItems) }, enrolment, chip, {
          validDays: DAYS,
          signal,
        }),
    ],
  ] as const)
    it(`leaves nothing of ${what}`, async () => {
      const { sessionId } = await startSession(test)
      const enrolment = { tenant: 'acme', sessionId }
      const caller = new AbortController()
      const { page, face, readStoredPortrait } = test.engine
      test.engine.page = async (...args) => {
        caller.abort()
        return page(...args)
      }
      test.engine.face = async (...args) => {
        caller.abort()
        return face(...args)
      }
      test.engine.readStoredPortrait = async (...args) => {
        caller.abort()
        return readStoredPortrait(...args)
      }
      await assert.rejects(send(enrolment, caller.signal), CallerAborted)
      Object.assign(test.engine, { page, face, readStoredPortrait })

      const session = await test.ports.sessions.load('acme', sessionId)
      assert.deepEqual(session?.images, {})
      assert.equal(session?.face, undefined)
      assert.equal(session?.document, undefined)
      assert.equal(session?.chip, undefined)
      const stored = await readdir(join(test.dataDir, 'images', sessionId)).catch(() => [])
      assert.deepEqual(stored, [])

      const again = await send(enrolment, new AbortController().signal)
      assert.ok(again.ok, 'and the next caller is served')
    })
})
