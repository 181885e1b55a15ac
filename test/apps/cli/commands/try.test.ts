import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Play } from '../../../../src/apps/cli/try/play.ts'
import { readConfig } from '../../../../src/kernel/config.ts'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import { openStorage } from '../../../../src/kernel/storage/open.ts'
import { type Service, startService } from '../../../../src/main.ts'
import { freePort } from '../../../e2e/support/stage.ts'
import { writtenEngine } from '../../../support/app.ts'

/** As it is built: from its source it takes a second longer to begin. */
const program = new URL('../../../../dist/server/cli.js', import.meta.url).pathname
const run = promisify(execFile)

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Calls the command with nobody at the keyboard. */
async function tryWith(environment: Record<string, string>, ...args: string[]): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env
  const options = {
    env: { PATH, HOME, HOST: '127.0.0.1', ENGINE_WORKERS: '1', ENGINE_WARM_UP: 'false', ...environment },
  }
  const ended = run(process.execPath, ['--disable-warning=ExperimentalWarning', program, 'try', ...args], options)
  ended.child.stdin?.end()
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}

/** That it starts a service where none runs, and ends in an approval, is shown with the package (test/tools/release.test.ts). */
describe('try', () => {
  const folders: string[] = []
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'limen-try-'))
    folders.push(made)
    return made
  }
  after(() => {
    for (const each of folders) rmSync(each, { recursive: true, force: true })
  })

  it('names every outcome, and refuses one that there is not', async () => {
    const { code, stdout } = await tryWith({}, '--list')
    assert.equal(code, 0)
    assert.match(stdout, /^ {2}wrong-person +AUTO_REJECTED +a selfie of somebody else$/m)
    const unknown = await tryWith({}, '--fault', 'toString')
    assert.equal(unknown.code, 2)
    assert.match(unknown.stderr, /--fault takes one of approved, card, .*, not 'toString'/)
    const nowhere = await tryWith({}, '--url', 'somewhere')
    assert.deepEqual([nowhere.code, nowhere.stderr], [2, "--url takes an http or https address, not 'somewhere'\n"])
    const misspelt = await tryWith({}, '--falt', 'screen')
    assert.equal(misspelt.code, 2)
    assert.match(misspelt.stderr, /--falt.*did you mean --fault\?/)
  })

  describe('beside a service that runs', () => {
    const dataDir = folder()
    let service: Service
    let port: string
    before(async () => {
      const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: 'false' }
      const config = readConfig(environment)
      service = await startService({ policy: defaultPolicy(), config, engine: writtenEngine() })
      port = new URL(service.address).port
    })
    after(() => service.close())

    it('plays against it with a credential for this run alone', async () => {
      const { code, stdout, stderr } = await tryWith(
        { PORT: port, DATA_DIR: dataDir },
        '--fault',
        'too-early',
        '--json',
      )
      assert.equal(code, 0)
      assert.match(stderr, /quick-start/)
      assert.doesNotMatch(stderr, /\/demo/)
      const played = JSON.parse(stdout) as Play
      assert.equal(played.ended, 'MISSING_DOCUMENT_AND_FACE')
      assert.deepEqual(
        played.calls.map(({ path, httpStatus }) => `${httpStatus} ${path.replace(played.sessionId, 'ID')}`),
        ['200 /api/v1/enrolment/initialize', '200 /api/v1/enrolment/complete', '200 /api/v1/data/ID/status'],
      )
      const storage = await openStorage({ dataDir, clock: () => new Date(), defaultPolicy: defaultPolicy() })
      const made = (await storage.credentials.list()).filter(({ label }) => label === 'limen try')
      await storage.close()
      assert.equal(made.length, 1)
      assert.equal(made[0]?.mode, 'test')
      assert.ok(made[0]?.revokedAt, 'it is revoked')
    })

    it('says so when that service keeps its data elsewhere', async () => {
      const { code, stderr } = await tryWith({ PORT: port, DATA_DIR: folder() }, '--fault', 'too-early')
      assert.equal(code, 2)
      assert.match(stderr, /keeps its data elsewhere than these settings say: give LIMEN_USERNAME and LIMEN_PASSWORD/)
    })
  })

  it('plays a whole sign-in with a client for this run alone', async () => {
    const environment = { PORT: String(await freePort()), DATA_DIR: folder() }
    const config = readConfig({ ...environment, HOST: '127.0.0.1', LOG_LEVEL: 'silent', DEMO: 'false' })
    const service = await startService({ policy: defaultPolicy(), config, engine: writtenEngine() })
    try {
      const { code, stdout, stderr } = await tryWith(environment, '--openid', '--json')
      assert.equal(code, 0, stderr)
      const { idToken, userinfo } = JSON.parse(stdout)
      assert.equal(idToken.age_over_18, true)
      assert.equal(userinfo.sub, idToken.sub)
      assert.equal(userinfo.verified_claims.claims.family_name, 'ERIKSSON')
      for (const step of ['POST /openid/request', 'GET /openid/auth', 'POST /openid/token', 'GET /openid/me'])
        assert.ok(stderr.includes(step), step)
    } finally {
      await service.close()
    }
  })

  it('does not take another program on the port for the service', async () => {
    const other = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
    await new Promise((listening) => other.once('listening', listening))
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await tryWith({ PORT: String(port), DATA_DIR: folder() })
    other.close()
    assert.equal(code, 2)
    assert.match(stderr, /something else listens on port \d+: set PORT to another/)
  })
})
