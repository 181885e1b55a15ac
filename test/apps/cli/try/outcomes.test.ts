import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { TEST_OUTCOMES } from '../../../../src/apps/cli/try/outcomes.ts'
import { play } from '../../../../src/apps/cli/try/play.ts'
import { demonstrationPicture } from '../../../../src/apps/demo/server/demo.ts'
import { hashPassword } from '../../../../src/kernel/accounts/passwords.ts'
import { readConfig } from '../../../../src/kernel/config.ts'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import type { ExplanationResponse } from '../../../../src/kernel/decision/contract/decision.ts'
import { openStorage } from '../../../../src/kernel/storage/open.ts'
import { type Service, startService } from '../../../../src/main.ts'
import { openEngine } from '../../../../src/vision/process/pool.ts'
import { DOCUMENT_REFUSALS, FACE_REFUSALS } from '../../../../src/vision/refusals.ts'
import { basic } from '../../../support/app.ts'
import { rememberReadings } from '../../../support/remember-readings.ts'

const API = { username: 'integrator', password: 'a password of the integrator' }
const REVIEWER = { username: 'reviewer', password: 'a password of the reviewer' }

/** What must be said of some of them, in words. */
const REASONS: Record<string, RegExp> = {
  expired: /The document expired on/,
  'wrong-person': /does not match the portrait/,
  'same-photograph': /the same photograph as the one on the document/,
  'other-barcode': /The visual zone and the barcode differ in surname, given name, document number/,
  screen: /not like an original/,
  copy: /not like an original/,
  'changed-digit': /The visual zone and the MRZ differ in/,
  'wrong-check-digit': /The check digit of .* is wrong/,
  'no-mrz': /The MRZ of this document could not be read/,
}

describe('test outcomes, with the real engine over HTTP', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'limen-outcomes-'))
  let service: Service
  before(async () => {
    const storage = await openStorage({ dataDir, clock: () => new Date(), defaultPolicy: defaultPolicy() })
    const passwordHash = await hashPassword(REVIEWER.password)
    await storage.reviewers.create({ username: REVIEWER.username, passwordHash, role: 'reviewer' })
    await storage.close()
    const environment = {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      API_USERNAME: API.username,
      API_PASSWORD: API.password,
      LOG_LEVEL: 'silent',
    }
    const engine = rememberReadings(openEngine({ workers: 1, timeLimitMs: 300_000 }))
    service = await startService({ policy: defaultPolicy(), config: readConfig(environment), engine })
  })
  after(async () => {
    await service?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  for (const [name, outcome] of Object.entries(TEST_OUTCOMES)) {
    it(`${name}: ${outcome.ends.join(' or ')}`, async () => {
      const { ended, sessionId, status } = await play({ url: service.address, ...API }, outcome, {
        picture: demonstrationPicture,
      })
      assert.ok(
        outcome.ends.some((each) => each === ended),
        `${ended}: ${await reasonsOf(sessionId, status)}`,
      )
      if (name === 'approved') await checkLevels(sessionId)
      if (!outcome.because) return
      const { factors, reasons } = await explain(sessionId)
      const level = factors.find((factor) => factor.name === outcome.because)?.level ?? 'absent'
      assert.ok(['LOW', 'MEDIUM', 'UNKNOWN'].includes(level), `${outcome.because} is ${level}: ${reasons.join(' ')}`)
      assert.match(reasons.join(' '), REASONS[name] ?? /^never$/)
    })
  }

  /** Every factor that a passport has, and none that it lacks. */
  async function checkLevels(sessionId: string): Promise<void> {
    const { factors } = await explain(sessionId)
    const levels = Object.fromEntries(factors.map(({ name, level }) => [name, level]))
    const high = ['dateOfExpiration', 'documentLiveness', 'faceVerification', 'mrzOcrCrossCheck', 'passiveLiveness']
    for (const each of [...high, 'overallOcrFieldsConfidence', 'mrzValidity', 'documentConsistency'])
      assert.equal(levels[each], 'HIGH', each)
    assert.equal(levels.barcodeOcrCrossCheck, 'UNAVAILABLE')
  }

  async function explain(sessionId: string): Promise<ExplanationResponse> {
    const authorization = basic(REVIEWER.username, REVIEWER.password)
    const answer = await fetch(`${service.address}/api/v1/review/${sessionId}/explanation`, {
      headers: { authorization },
    })
    return (await answer.json()) as ExplanationResponse
  }

  const reasonsOf = async (sessionId: string, status: string) =>
    status === 'PENDING' ? '' : (await explain(sessionId)).reasons.join(' ')
})

describe('the list of test outcomes', () => {
  it('has every outcome of a decision, and every error code that a picture or a call can bring about', () => {
    const ends = new Set<string>(Object.values(TEST_OUTCOMES).flatMap((outcome) => outcome.ends))
    const codes = [...DOCUMENT_REFUSALS, ...FACE_REFUSALS].filter((code) => code !== 'INTERNAL_ERROR')
    const statuses = ['AUTO_APPROVED', 'AUTO_REJECTED', 'WAITING_FOR_MANUAL_APPROVE']
    assert.deepEqual(
      [...codes, ...statuses].filter((code) => !ends.has(code)),
      [],
    )
  })

  it('is the table of docs/test-outcomes.md', () => {
    const page = readFileSync(new URL('../../../../docs/test-outcomes.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| `([\w-]+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map((row) => row.slice(1))
    const expected = Object.entries(TEST_OUTCOMES).map(([name, { shows, calls, ends }]) => [
      name,
      shows,
      calls.flatMap((call) => (typeof call === 'string' ? [] : Object.values(call))).join(', ') || 'none',
      ends.map((end) => `\`${end}\``).join(' or '),
    ])
    assert.deepEqual(rows, expected)
  })
})
