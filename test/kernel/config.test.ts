import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { readConfig, settings } from '../../src/kernel/config.ts'
import type { Setting } from '../../src/platform/settings/setting.ts'

describe('settings', () => {
  it('have the defaults the documentation gives', () => {
    const config = readConfig({})
    assert.equal(config.port, 8080)
    assert.equal(config.baseUrl, 'http://localhost:8080')
    assert.match(config.databaseUrl, /^sqlite:.*limen\.db$/)
    assert.equal(config.sessionMinutes, 60)
    assert.equal(config.sessionDays, 14)
  })

  it('have the demo on where nobody else can reach it, or where it is asked for', () => {
    const demoOf = (environment: Record<string, string>) => {
      const { demo, demoPictures } = readConfig(environment)
      return [demo, demoPictures]
    }
    assert.deepEqual(demoOf({}), [false, true])
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) assert.deepEqual(demoOf({ HOST }), [true, true], HOST)
    assert.deepEqual(demoOf({ HOST: '192.168.1.2' }), [false, true])
    assert.deepEqual(demoOf({ DEMO: 'true' }), [true, true])
    assert.deepEqual(demoOf({ HOST: '127.0.0.1', DEMO: 'false' }), [false, false])
  })

  it('treat an empty variable as absent, as compose files write it', () => {
    assert.equal(readConfig({ PORT: '', WEBHOOK_URL: '' }).port, 8080)
  })

  it('are refused all at once, each by its name', () => {
    const wrong = { PORT: '99999', MASTER_KEY: 'short', BASE_URL: 'ftp://x', RATE_LIMIT: '-1' }
    assert.throws(
      () => readConfig(wrong),
      (error: Error) => Object.keys(wrong).every((name) => error.message.includes(`${name}:`)),
    )
  })

  it('name balancers by address or network, and pictures by folder or bucket', () => {
    const wanted = ['10.0.0.2', '10.0.0.0/24', '10.0.0.0/255.255.255.0', 'fd00::/8', 'loopback']
    assert.deepEqual(readConfig({ TRUST_PROXY: wanted.join(', ') }).trustProxy, wanted)
    for (const TRUST_PROXY of [
      'balancer',
      '10.0.0.2/x',
      '10.0.0',
      '10.0.0.0/8/8',
      '10.0.0.1/33',
      '::1/129',
      '10.0.0.1/255.0.255.0',
    ])
      assert.throws(() => readConfig({ TRUST_PROXY }), /TRUST_PROXY: must be addresses/, TRUST_PROXY)
    for (const IMAGES_URL of ['/srv/images', 'images', 's3://bucket/prefix?region=x'])
      assert.equal(readConfig({ IMAGES_URL }).imagesUrl, IMAGES_URL)
    for (const IMAGES_URL of ['s3://', 'https://bucket.s3.example', 'file:///srv/images'])
      assert.throws(() => readConfig({ IMAGES_URL }), /IMAGES_URL: must be s3:.*a folder/, IMAGES_URL)
  })

  it('never show a secret in the message about it', () => {
    assert.throws(
      () => readConfig({ API_PASSWORD: 'hunter2', MASTER_KEY: 'hunter2' }),
      (error: Error) => !error.message.includes('hunter2'),
    )
  })

  it('refuse an API password that guessers try first', () => {
    const refused = /API_PASSWORD: .*16 random characters/
    for (const password of ['a', 'short', 'passwordpassword', '1234567890123456'])
      assert.throws(() => readConfig({ API_PASSWORD: password, API_MODE: 'live' }), refused, password)
    assert.throws(() => readConfig({ API_PASSWORD: 'short' }), refused)
    assert.equal(readConfig({ API_PASSWORD: 'for trying out' }).apiPassword, 'for trying out')
  })

  it('refuse a webhook secret that can be guessed, and take two while it is changed', () => {
    const good = `whsec_${Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64')}`
    for (const secret of ['short', 'whsec_', 'whsec_dGVzdA==', 'a'.repeat(40), `${good},${good},${good}`])
      assert.throws(() => readConfig({ WEBHOOK_SECRET: secret }), /WEBHOOK_SECRET:/, secret)
    assert.deepEqual(readConfig({ WEBHOOK_SECRET: `${good},plain text of twenty-four` }).webhookSecret, [
      good,
      'plain text of twenty-four',
    ])
  })

  it('take a master key in hex or Base64', () => {
    const bytes = Buffer.alloc(32, 7)
    for (const text of [bytes.toString('hex'), bytes.toString('base64')])
      assert.deepEqual(readConfig({ MASTER_KEY: text }).masterKey, bytes)
  })

  it('stand in docs/settings.md as they are', () => {
    const file = new URL('../../docs/settings.md', import.meta.url)
    const page = readFileSync(file, 'utf8')
    const rows = Object.values<Setting<unknown>>(settings).map(
      ({ env, fallback, fallbackText, meaning }) =>
        `| \`${env}\` | ${(fallbackText ?? String(fallback)) || 'none'} | ${meaning} |`,
    )
    const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
    const wanted = page.replace(
      /<!-- settings -->[\s\S]*<!-- \/settings -->/,
      () => `<!-- settings -->\n${table}\n<!-- /settings -->`,
    )
    if (process.env.UPDATE_DOCS) writeFileSync(file, wanted)
    else assert.equal(page, wanted, 'run UPDATE_DOCS=1 npm test -- test/kernel/config.test.ts')
  })
})
