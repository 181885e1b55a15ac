import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createReviewer } from '../../../../src/kernel/accounts/manage-reviewers.ts'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import type { Finding } from '../../../../src/kernel/operations/finding.ts'
import { openStorage } from '../../../../src/kernel/storage/open.ts'
import { layOut } from '../../../fixtures/versions/service.ts'

const root = join(import.meta.dirname, '../../../..')
const certificate = join(root, 'test/fixtures/tls/localhost.pem')

describe('cli doctor', () => {
  let folder: string
  const server = createServer({
    key: readFileSync(join(root, 'test/fixtures/tls/localhost.key')),
    cert: readFileSync(certificate),
  })
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-doctor-'))
    server.listen(0)
    await once(server, 'listening')
  })
  after(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function ask(dataDir: string, more: Record<string, string> = {}) {
    const { PATH = '', CHROMIUM: _, ...rest } = process.env
    const BASE_URL = `https://localhost:${(server.address() as AddressInfo).port}`
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'src/apps/cli/cli.ts', 'doctor', '--json'],
      {
        cwd: root,
        env: { ...rest, PATH, DATA_DIR: dataDir, BASE_URL, DEMO: 'false', ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    const [code] = (await once(child, 'close')) as [number]
    const findings = JSON.parse(text) as Finding[]
    return { code, of: (name: string) => findings.filter((finding) => finding.name === name) }
  }

  it('makes nothing where there is nothing yet', async () => {
    const dataDir = join(folder, 'new')
    const { code, of } = await ask(dataDir)
    assert.equal(code, 0)
    assert.match(of('schema')[0]?.text ?? '', /empty/)
    assert.equal(existsSync(dataDir), false)
  })

  it('says before an upgrade what it would do, and does not do it', async () => {
    const dataDir = join(folder, 'earlier')
    await layOut(join(root, 'test/fixtures/versions/0.1.0'), { dataDir })
    const digest = () =>
      createHash('sha256')
        .update(readFileSync(join(dataDir, 'limen.db')))
        .digest('hex')
    const before = digest()
    const { code, of } = await ask(dataDir)
    assert.equal(code, 0)
    const [schema] = of('schema')
    assert.match(schema?.text ?? '', /^7, of an earlier version; the first start upgrades it to \d+$/)
    assert.match(schema?.advice ?? '', /backup/)
    assert.equal(digest(), before)
  })

  it('tries key, store and clock after it, and names admins without a second factor', async () => {
    const dataDir = join(folder, 'now')
    const clock = () => new Date()
    const storage = await openStorage({ dataDir, clock, defaultPolicy: defaultPolicy() })
    await createReviewer({ ...storage, clock }, { username: 'ada', role: 'admin', actor: 'system' })
    await storage.close()
    const { code, of } = await ask(dataDir, { NODE_EXTRA_CA_CERTS: certificate })
    assert.equal(code, 0)
    for (const name of ['database', 'schema', 'master key', 'picture store', 'models', 'key file'])
      assert.deepEqual(
        of(name)
          .map(({ verdict }) => verdict)
          .filter((verdict) => verdict !== 'good'),
        [],
        name,
      )
    assert.match(of('accounts')[0]?.text ?? '', /admins with only a password: ada/)
    assert.match(of('BASE_URL')[0]?.text ?? '', /certificate until 21\d\d-/)

    const wrong = await ask(dataDir, { MASTER_KEY: '07'.repeat(32) })
    assert.equal(wrong.code, 1)
    assert.equal(wrong.of('master key')[0]?.verdict, 'bad')
  })

  it('looks at certificates as callers do, and says who cannot be reached', async () => {
    const { of } = await ask(join(folder, 'none'), { WEBHOOK_URL: 'https://localhost:1/hook' })
    assert.match(of('BASE_URL')[0]?.text ?? '', /callers refuse its certificate/)
    assert.match(of('WEBHOOK_URL')[0]?.text ?? '', /cannot be reached from here \(ECONNREFUSED\)/)
  })

  it('ends with 1 when the service could not serve', async () => {
    const { code, of } = await ask(join(folder, 'none'), { DATABASE_URL: 'postgres://limen@127.0.0.1:1/limen' })
    assert.equal(code, 1)
    assert.equal(of('database')[0]?.verdict, 'bad')
  })
})
