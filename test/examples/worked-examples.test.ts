import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { defaultPolicy } from '../../src/actions/admin/policy.ts'
import { hashPassword } from '../../src/actions/review/hash-password.ts'
import { readConfig } from '../../src/config.ts'
import type { ExplanationResponse } from '../../src/contract/data/explanation.ts'
import type { FactorName } from '../../src/domain/decision/factors/index.ts'
import { type Service, startService } from '../../src/main.ts'
import { openStorage } from '../../src/storage/open.ts'
import { basic } from '../support/app.ts'
import { EXAMPLES, type Example, picturesOf } from './examples.ts'

const API = basic('integrator', 'a password of the integrator')
const REVIEWER = basic('reviewer', 'a password of the reviewer')

describe('worked examples, from the picture to the reasons, over HTTP', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'limen-examples-'))
  let service: Service

  before(async () => {
    const storage = await openStorage({ dataDir, clock: () => new Date(), defaultPolicy })
    const passwordHash = await hashPassword('a password of the reviewer')
    await storage.reviewers.create({ username: 'reviewer', passwordHash, role: 'reviewer' })
    await storage.close()
    const environment = {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      API_USERNAME: 'integrator',
      API_PASSWORD: 'a password of the integrator',
      ENGINE_WORKERS: '1',
      ENGINE_SECONDS: '120',
      LOG_LEVEL: 'silent',
    }
    service = await startService({ policy: defaultPolicy, config: readConfig(environment) })
  })
  after(async () => {
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function call<Answer>(method: string, path: string, authorization: string, body?: object): Promise<Answer> {
    const response = await fetch(`${service.address}/api/v1/${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.equal(response.status, 200, `${method} ${path}: ${response.status}`)
    return (await response.json()) as Answer
  }

  async function enrol(example: Example): Promise<ExplanationResponse> {
    const { pages, selfie } = await picturesOf(example)
    const session = await call<{ sessionId: string; accessToken: string }>('POST', 'enrolment/initialize', API, {})
    const bearer = `Bearer ${session.accessToken}`
    for (const [path, picture] of [...pages.map((page) => ['document', page] as const), ['face', selfie] as const]) {
      const imageBase = Buffer.from(picture).toString('base64')
      const answer = await call<{ hasError: boolean }>('POST', `enrolment/${path}`, bearer, { imageBase })
      assert.equal(answer.hasError, false, JSON.stringify(answer))
    }
    await call('POST', 'enrolment/complete', bearer)
    return call('GET', `review/${session.sessionId}/explanation`, REVIEWER)
  }

  for (const example of EXAMPLES) {
    it(`${example.name}: ${example.ends.join(' or ')}`, async (test) => {
      const { status, factors, reasons } = await enrol(example)
      const levelOf = (name: FactorName) => factors.find((factor) => factor.name === name)?.level
      // Only examples that hang on it: an expired passport is rejected all the same.
      const hangs = example.because.documentLiveness !== undefined || example.ends.includes('AUTO_APPROVED')
      const unjudged = hangs && levelOf('documentLiveness') === 'UNKNOWN'
      if (unjudged) assert.notEqual(status, 'AUTO_APPROVED', 'what could not be judged is never approved')
      else assert.ok(example.ends.includes(status), `${status}: ${reasons.join(' ')}`)

      const expected = Object.entries(example.because) as [FactorName, string[]][]
      for (const [name, levels] of expected.filter(([each]) => !unjudged || each !== 'documentLiveness')) {
        assert.ok(levels.includes(levelOf(name) ?? ''), `${name} is ${levelOf(name)}: ${reasons.join(' ')}`)
      }
      if (unjudged) test.skip(`no model tells originals from copies, so it ended as ${status}`)
      else if (example.reason) assert.match(reasons.join(' '), example.reason)
    })
  }

  it('a card without its back: complete says what is missing', async () => {
    const { pages, selfie } = await picturesOf({ name: 'missing back', kind: 'td1', ends: ['PENDING'], because: {} })
    const session = await call<{ sessionId: string; accessToken: string }>('POST', 'enrolment/initialize', API, {})
    const bearer = `Bearer ${session.accessToken}`
    const [front] = pages
    assert.ok(front)
    await call('POST', 'enrolment/document', bearer, { imageBase: Buffer.from(front).toString('base64') })
    await call('POST', 'enrolment/face', bearer, { imageBase: Buffer.from(selfie).toString('base64') })
    assert.deepEqual(await call('POST', 'enrolment/complete', bearer), {
      hasError: true,
      error: 'MISSING_DOCUMENT_AND_FACE',
      missing: ['document.BACK'],
    })
  })
})
