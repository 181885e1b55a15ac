import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { accept, refuse } from '../../src/formats/result.ts'
import { BadPicture, EngineBusy, EngineFault } from '../../src/vision/engine.ts'
import { finishedSession, startSession } from '../api/client.ts'
import { back, face, front, passport, startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import { createMigrated } from '../support/migrated.ts'
import { postgresUnavailable, sharedPostgres } from '../support/postgres.ts'
import { badBytes, badRequest, type Dice, type Ingredients, seeded } from './bad-requests.ts'
import { insideShownBy } from './inside.ts'

/** A failure names the seed; with FUZZ_SEED the same requests come again, with FUZZ_REQUESTS more or fewer of them. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115)
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_500)
const ROUND = 250
const HANG_MS = 20_000

describe(`bad requests (FUZZ_SEED=${SEED})`, () => {
  it('thousands of them over all routes, on SQLite: none breaks the service, hangs, or shows its inside', async () => {
    await fuzz(REQUESTS, SEED, {})
  })

  it('500 connections that speak bad HTTP: each is answered or closed', async () => {
    const test = await startTestApp()
    const port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port)
    const dice = seeded(SEED + 1)
    for (let round = 0; round < 50; round++)
      await Promise.all(Array.from({ length: 10 }, () => speak(port, badBytes(dice))))
    assert.equal((await test.app.inject('/healthz')).statusCode, 200)
    await test.close()
  })

  describe('on PostgreSQL', { skip: postgresUnavailable() ?? false }, () => {
    it('a fifth as many more: nor what only this database minds', async () => {
      const postgres = await sharedPostgres()
      await fuzz(REQUESTS / 5, SEED + 2, { storage: { databaseUrl: await createMigrated(postgres) } })
    })
  })
})

async function fuzz(count: number, seed: number, options: TestAppOptions): Promise<void> {
  const test = await startTestApp({ ...options, guard: { resolve: async () => [], timeoutMs: 500 } })
  const dice = seeded(seed)
  whimsical(test, dice)
  const statuses = new Map<number, number>()
  for (let done = 0; done < count; done += ROUND) {
    const ingredients = await gather(test)
    for (let index = 0; index < Math.min(ROUND, count - done); index++) {
      const request = badRequest(dice, ingredients)
      const response = await orHang(test.app.inject(request), request)
      const { statusCode } = response
      const where = `seed ${seed}, request ${done + index}: ${JSON.stringify(request).slice(0, 600)} → ${statusCode} ${response.body.slice(0, 300)}`
      assert.ok(statusCode < 500 || statusCode === 503, where)
      assert.ok(response.headers['x-request-id'], where)
      assert.equal(insideShownBy(response), undefined, where)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  }
  for (const status of [200, 400, 401, 404, 405, 415])
    assert.ok(statuses.has(status), `seed ${seed}: no request was answered ${status}: ${JSON.stringify([...statuses])}`)
  await test.close()
}

/** An engine of many moods: everything it may answer or throw. */
function whimsical({ engine }: TestApp, dice: Dice): void {
  const troubles = [
    () => Promise.reject(new EngineBusy(3)),
    () => Promise.reject(new EngineFault('crashed')),
    () => Promise.reject(new BadPicture('damaged', 'The picture is damaged.')),
  ]
  engine.page = () =>
    dice.chance(0.2)
      ? dice.pick(troubles)()
      : Promise.resolve(dice.chance(0.3) ? refuse('FACE_QUALITY_LOW') : accept(dice.pick([passport, front, back])()))
  engine.face = () =>
    dice.chance(0.2)
      ? dice.pick(troubles)()
      : Promise.resolve(dice.chance(0.3) ? refuse('FACE_NOT_FOUND') : accept(face()))
}

/** Fresh sessions in several states, for requests to lay hands on. */
async function gather(test: TestApp): Promise<Ingredients> {
  await test.addTenant(`tenant-${Math.floor(performance.now())}`)
  const { page, face: readFace } = test.engine
  test.engine.page = async () => accept(passport())
  test.engine.face = async () => accept(face())
  const sessions = [await finishedSession(test), await startSession(test), await startSession(test)]
  Object.assign(test.engine, { page, face: readFace })
  return {
    logins: [await test.login(), await test.login()],
    tokens: sessions.map(({ accessToken }) => `Bearer ${accessToken}`),
    ids: sessions.map(({ sessionId }) => sessionId),
    routes: routesOf(test),
  }
}

function routesOf({ app }: TestApp): { method: string; url: string }[] {
  return Object.entries((app.swagger().paths ?? {}) as Record<string, object>)
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({
        method: method.toUpperCase(),
        url: path.replace(/\{(\w+)\}/g, ':$1'),
      })),
    )
    .concat([
      { method: 'GET', url: '/openapi.json' },
      { method: 'GET', url: '/docs' },
      { method: 'GET', url: '/web-enrolment/' },
      { method: 'GET', url: '/assets/*' },
    ])
}

function orHang<Value>(promise: Promise<Value>, request: object): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`seed ${SEED}: no answer to ${JSON.stringify(request).slice(0, 600)}`)),
    HANG_MS,
  )
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

function speak(port: number, bytes: string): Promise<void> {
  return orHang(
    new Promise<void>((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'))
      socket.on('data', (chunk) => {
        answer += chunk.toString()
      })
      socket.on('error', () => resolve())
      socket.on('close', () => {
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
        if (status >= 500 && status !== 503)
          reject(new Error(`seed ${SEED}: ${JSON.stringify(bytes.slice(0, 300))} → ${answer.slice(0, 300)}`))
        else resolve()
      })
    }),
    { bytes: bytes.slice(0, 300) },
  )
}
