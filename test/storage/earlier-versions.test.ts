import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withSha256 } from '../../src/kernel/decision/change-policy.ts'
import { decide } from '../../src/kernel/decision/decide.ts'
import { type Policy, readPolicy } from '../../src/kernel/decision/policy.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import { connectDatabase, defaultDatabaseUrl } from '../../src/kernel/storage/database.ts'
import type { Service } from '../../src/main.ts'
import { type Call, callerOf } from '../fixtures/versions/client.ts'
import { type Correction, corrected, type DecidedOtherwise, differences } from '../fixtures/versions/differences.ts'
import { ask, type Expected, type PlayedSession } from '../fixtures/versions/expected.ts'
import { finish } from '../fixtures/versions/finish.ts'
import { type DataPlace, layOut, startOn } from '../fixtures/versions/service.ts'
import { licence, passport } from '../kernel/decision/genuine.ts'
import { writtenEngine } from '../support/app.ts'
import { postgresUnavailable, sharedPostgres } from '../support/postgres.ts'

/** What every released version left: policies, evidence and databases, with what its own service said of them. */
const versions = fileURLToPath(new URL('../fixtures/versions', import.meta.url))
const released = readdirSync(versions, { withFileTypes: true }).filter((entry) => entry.isDirectory())

for (const { name: version } of released) {
  const folder = join(versions, version)
  const read = <Value>(...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), 'utf8')) as Value
  const policies = read<Policy[]>('policies.json')

  describe(`what version ${version} left`, () => {
    for (const { sha256, ...rules } of policies)
      it(`has the policy ${rules.name} ${rules.version}, which is read under its name and decides`, () => {
        const known = readPolicy(rules)
        assert.ok(known.ok, known.ok ? '' : known.refusal)
        const policy = withSha256(known.value)
        assert.equal(policy.sha256, sha256, 'decisions name it by this hash')
        for (const evidence of [passport(), licence()]) assert.equal(decide(evidence, policy).policy.sha256, sha256)
      })

    for (const file of readdirSync(folder).filter((name) => /^evidence-.*\.zip$/.test(name)))
      it(`has ${file}, which verifies`, () => {
        const key = createPublicKey(readFileSync(join(folder, 'evidence-key.pem')))
        const report = verifyEvidence(readFileSync(join(folder, file)), key)
        assert.deepEqual(report.problems, [])
        assert.ok(report.valid && report.trusted)
      })

    describe('in SQLite', () => opens('sqlite'))
    describe('in PostgreSQL', { skip: postgresUnavailable() ?? false }, () => opens('postgres'))
  })

  function opens(kind: 'sqlite' | 'postgres'): void {
    const expected = read<Expected>(kind, 'expected.json')
    const corrections = existsSync(join(folder, 'corrections.json')) ? read<Correction[]>('corrections.json') : []
    const otherwise = existsSync(join(folder, 'decided-otherwise.json'))
      ? read<DecidedOtherwise[]>('decided-otherwise.json')
      : []
    const now = new Date(expected.now)
    const engine = writtenEngine()
    const callers = new Map<string, Call>()
    let work: string
    let place: DataPlace
    let service: Service

    before(async () => {
      work = await mkdtemp(join(tmpdir(), 'limen-earlier-'))
      const postgres = kind === 'postgres' ? await sharedPostgres() : undefined
      place = { dataDir: work, databaseUrl: await postgres?.createDatabase() }
      await layOut(folder, place)
      service = await startOn({ ...place, engine, clock: { now } })
      for (const [name, login] of Object.entries(expected.logins))
        callers.set(name, await callerOf(service.address, login, now))
    })
    after(async () => {
      await service?.close()
      await rm(work, { recursive: true, force: true })
    })

    const as = (name: string): Call => {
      const call = callers.get(name)
      assert.ok(call, `nobody is called ${name}`)
      return call
    }
    const sessionOf = (name: string): PlayedSession => {
      const session = expected.sessions[name]
      assert.ok(session, `there is no session ${name}`)
      return session
    }

    it('answers everything as it did', async () => {
      assert.ok(expected.answers.length > 100)
      const wrong: string[] = []
      for (const { status, answer, ...question } of expected.answers) {
        const now = await ask(question, as(question.as))
        const before = corrected(answer, question.path, corrections)
        const found = now.status === status ? differences(before, now.answer) : [`${status} became ${now.status}`]
        wrong.push(...found.map((difference) => `${question.as} ${question.path} ${difference}`))
      }
      assert.deepEqual(wrong, [])
    })

    it('decides every session again, under each of the policies', async () => {
      const list = expected.answers.find((each) => each.as === 'default' && each.path.includes('session/list'))
      const rows = ((list?.answer ?? { data: [] }) as { data: { completedDateUtc?: string; mode?: string }[] }).data
      // What was there before there were modes is live.
      const mode = rows[0]?.mode ?? 'live'
      const decided = rows.filter(({ completedDateUtc }) => completedDateUtc !== undefined).length
      assert.ok(decided > 0)
      for (const { sha256, ...rules } of policies) {
        const path = '/api/v1/console/tenants/default/policy/replay'
        const { status, body } = await as('admin')('POST', path, { text: JSON.stringify(rules), mode })
        const { sessions, sha256: named } = body as { sessions: number; sha256: string }
        assert.deepEqual({ status, sessions, named }, { status: 200, sessions: decided, named: sha256 })
      }
    })

    it('gives evidence that verifies, under the same key', async () => {
      let bundles = 0
      for (const { id, login } of Object.values(expected.sessions)) {
        const { status, bytes } = await as(login)('GET', `/api/v1/data/${id}/evidence`)
        if (status !== 200) continue
        bundles += 1
        const { body } = await as(login)('GET', '/api/v1/data/evidence/key')
        const { publicKey } = body as { publicKey: string }
        if (kind === 'sqlite') assert.equal(publicKey, readFileSync(join(folder, 'evidence-key.pem'), 'utf8'))
        assert.deepEqual(verifyEvidence(bytes, createPublicKey(publicKey)).problems, [])
      }
      assert.ok(bundles >= 10)
    })

    for (const { session, missing, becomes: became, policy } of expected.unfinished) {
      const becomes = otherwise.find((each) => each.session === session)?.becomes ?? became
      it(`lets ${session} be finished, which becomes ${becomes}`, async () => {
        const left = sessionOf(session)
        const outcome = await finish({ ...service, engine }, left, as(left.login), missing)
        assert.equal(outcome.becomes, becomes)
        if (policy !== undefined) assert.equal(outcome.policy, policy, "the tenant's own policy decided")
      })
    }

    for (const { session, reviewer } of expected.waiting)
      it(`lets ${reviewer} settle ${session}`, async () => {
        const { id, login } = sessionOf(session)
        const { body: explained } = await as(reviewer)('GET', `/api/v1/review/${id}/explanation`)
        const { against = [] } = explained as { against?: { code: string }[] }
        const named = against.map(({ code }) => code)
        const verdict = { verdict: 'approve', reason: 'Compared with the original.', against: named }
        const { status, body } = await as(reviewer)('POST', `/api/v1/review/${id}`, verdict)
        // A specimen in live mode wants a second reviewer, also if it has waited since an earlier version.
        const isSpecimen = named.includes('SPECIMEN')
        const becomes = isSpecimen ? 'WAITING_FOR_MANUAL_APPROVE' : 'MANUAL_APPROVED'
        assert.deepEqual({ status, body }, { status: 200, body: { status: becomes } })
        const results = await as(login)('GET', `/api/v1/data/${id}/decision/results`)
        assert.equal(results.status, isSpecimen ? 409 : 200)
      })

    it('binds the content of every session to its row, which then opens as it is or not at all', async () => {
      const { db, close } = connectDatabase(place.databaseUrl ?? defaultDatabaseUrl(place.dataDir))
      try {
        const rows = await db.selectFrom('session').select('sealed_content').execute()
        assert.ok(rows.length > 10)
        for (const { sealed_content } of rows) assert.equal(Buffer.from(sealed_content, 'base64')[0], 2)

        const { id, login } = sessionOf('rejectedFace')
        const status = async () => (await as(login)('GET', `/api/v1/data/${id}/document/result`)).status
        const set = (status: 'AUTO_APPROVED' | 'AUTO_REJECTED') =>
          db.updateTable('session').set({ status }).where('id', '=', id).execute()
        assert.equal(await status(), 200)
        await set('AUTO_APPROVED')
        assert.equal(await status(), 500)
        await set('AUTO_REJECTED')
        assert.equal(await status(), 200)
      } finally {
        await close()
      }
    })

    it('erases what it is told to erase', async () => {
      const { id, login } = sessionOf('approved')
      assert.equal((await as(login)('DELETE', `/api/v1/data/${id}`)).status, 204)
      assert.equal((await as(login)('GET', `/api/v1/data/${id}/status`)).status, 404)
    })
  }
}
