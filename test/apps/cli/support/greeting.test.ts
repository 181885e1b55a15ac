import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { composeGreeting } from '../../../../src/apps/cli/support/start.ts'
import { readConfig } from '../../../../src/kernel/config.ts'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import { startService } from '../../../../src/main.ts'
import { writtenEngine } from '../../../support/app.ts'

describe('what the start says', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-greeting-'))
  })
  after(() => rm(folder, { recursive: true }))

  async function said(name: string, environment: Record<string, string> = {}): Promise<string> {
    const where = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' }
    const config = readConfig({ ...where, ...environment })
    const service = await startService({ config, policy: defaultPolicy(), engine: writtenEngine() })
    await service.close()
    return composeGreeting(config, service)
  }

  it('shows the password that it made, once', async () => {
    const first = await said('made')
    const [, password = ''] = /API password (\S+)/.exec(first) ?? []
    assert.match(password, /^[\w-]{43}$/)
    assert.ok(first.includes(`/demo#`) && first.includes(`${encodeURIComponent(`:${password}`)}`))
    assert.match(first, /console name admin/)
    assert.match(first, /\(test mode\)[\s\S]*npm run cli -- credentials create --live/)
    const second = await said('made')
    assert.doesNotMatch(second, /password/)
    assert.ok(!second.includes('#'))
  })

  it('says where the password of the admin is, where others may read along', async () => {
    const config = readConfig({ PORT: '0', DATA_DIR: folder })
    const firstAdmin = { username: 'admin-12345678', password: 'a password' }
    const text = composeGreeting(config, { firstAdmin }, '/data/first-admin-password')
    assert.match(text, /console name admin-12345678\s+password {2}in \/data\/first-admin-password/)
    assert.ok(!text.includes('a password'))
  })

  it('says that the first credential is live where the settings ask for that', async () => {
    const text = await said('live', { API_MODE: 'live' })
    assert.match(text, /API username \S+ \(live mode\)[\s\S]*real people/)
    assert.doesNotMatch(text, /--live/)
  })

  it('never shows one that the operator gave, not even inside the link to the demo', async () => {
    const text = await said('given', { API_USERNAME: 'shop', API_PASSWORD: 'chosen by the operator' })
    assert.match(text, /API username shop \(test mode\)/)
    assert.ok(!text.includes('chosen') && !text.includes('#'), text)
  })
})
