import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { commandTable } from '../../../src/apps/cli/command-table.ts'
import type { ClientEntry, ClientMade } from '../../../src/features/openid/contract/clients.ts'
import { type ClientSettings, checkClient, DEFAULT_CLIENT } from '../../../src/features/openid/domain/client.ts'
import { runCommandLine } from '../../../src/platform/cli/run-command-line.ts'
import { signIn, startConsole } from '../../apps/console/console.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

const GOOD: ClientSettings = {
  ...DEFAULT_CLIENT,
  redirectUris: ['https://shop.example/callback'],
  authMethod: 'client_secret_basic',
}

const PNG = 'data:image/png;base64,'

/** One pixel. */
const LOGO_BYTES = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#8a1c4a' } })
  .png()
  .toBuffer()
const LOGO = `${PNG}${LOGO_BYTES.toString('base64')}`

describe('a client', () => {
  const refused: [string, string, Partial<ClientSettings>, RegExp][] = [
    ['without a name', ' ', {}, /name/],
    ['with markup as its name', '<b>Shop', {}, /name/],
    ['without a redirect URI', 'Shop', { redirectUris: [] }, /redirect URI/],
    ['over http', 'Shop', { redirectUris: ['http://shop.example/cb'] }, /https/],
    ['with a fragment', 'Shop', { redirectUris: ['https://shop.example/cb#x'] }, /fragment/],
    ['with a password in its address', 'Shop', { redirectUris: ['https://a:b@shop.example/cb'] }, /https/],
    ['with another scheme', 'Shop', { redirectUris: ['javascript:alert(1)'] }, /https/],
    ['on two hosts', 'Shop', { redirectUris: ['https://a.example/', 'https://b.example/'] }, /one client for each/],
    ['with an unknown claim', 'Shop', { claims: ['email'] }, /email is not a claim/],
    ['without a claim', 'Shop', { claims: [] }, /at least one claim/],
    ['without keys for private_key_jwt', 'Shop', { authMethod: 'private_key_jwt' }, /public keys/],
    ['with a secret for FAPI 2.0', 'Shop', { fapi: true }, /private_key_jwt/],
    [
      'with a private key',
      'Shop',
      { authMethod: 'private_key_jwt', jwks: { keys: [{ kty: 'EC', d: 'secret' }] } },
      /public ones/,
    ],
    ['with a logo from another site', 'Shop', { logo: 'https://shop.example/logo.png' }, /PNG, JPEG or WebP/],
    ['with a drawing as its logo', 'Shop', { logo: 'data:image/svg+xml;base64,PHN2Zz4=' }, /PNG, JPEG or WebP/],
    ['with a logo that is too large', 'Shop', { logo: `${PNG}${'A'.repeat(200_000)}` }, /140 kB/],
    ['that waits for a day', 'Shop', { waitMinutes: 1440 }, /minutes/],
  ]
  for (const [what, name, more, wrong] of refused)
    it(`${what} is refused in words`, () => {
      const checked = checkClient(name, { ...GOOD, ...more })
      assert.ok(!checked.ok && wrong.test(checked.refusal), JSON.stringify(checked))
    })

  it('may be on this machine, without https', () => {
    assert.ok(checkClient('Shop', { ...GOOD, redirectUris: ['http://localhost:3000/cb'] }).ok)
  })
})

describe('clients in the console', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole()
  })
  after(() => test.close())

  it('are registered, listed and revoked by an admin, with entries in the audit log', async () => {
    const admin = await signIn(test, 'chief')
    const wanted = {
      tenant: 'acme',
      name: 'Shop',
      redirectUris: ['https://shop.example/callback'],
      claims: ['birthdate'],
    }
    const made = (await admin.call('POST', 'openid/clients', wanted)).json<ClientMade>()
    assert.match(made.secret ?? '', /^[\w-]{43}$/)
    assert.equal(made.issuer, `${test.settings.baseUrl}/openid`)
    const [shown] = (await admin.call('GET', 'openid/clients')).json<ClientEntry[]>()
    assert.equal(shown?.name, 'Shop')
    assert.equal(shown?.assurance, 'high')
    assert.ok(!JSON.stringify(shown).includes(made.secret ?? '') && !('secretSha256' in (shown ?? {})))
    assert.equal((await admin.call('DELETE', `openid/clients/${made.id}`)).statusCode, 204)
    assert.equal((await admin.call('DELETE', `openid/clients/${made.id}`)).statusCode, 404)
    const entries = await test.ports.audit.search(
      { actions: ['openid.client.create', 'openid.client.revoke'] },
      { limit: 5 },
    )
    assert.deepEqual(
      entries.map(({ action, tenant }) => `${action} ${tenant}`),
      ['openid.client.revoke acme', 'openid.client.create acme'],
    )
  })

  it('have a name and a logo that are changed, and shown from here', async () => {
    const admin = await signIn(test, 'chief')
    const wanted = { tenant: 'acme', name: 'Shop', redirectUris: ['https://shop.example/callback'], logo: LOGO }
    const { id } = (await admin.call('POST', 'openid/clients', wanted)).json<ClientMade>()
    const shownAs = async () => {
      const entries = (await admin.call('GET', 'openid/clients')).json<ClientEntry[]>()
      return entries.find((entry) => entry.id === id)
    }
    const { logoUrl = '' } = (await shownAs()) ?? {}
    assert.ok(logoUrl.startsWith(`/openid/clients/${id}/logo?v=`), logoUrl)
    const picture = await test.app.inject(logoUrl)
    assert.equal(picture.headers['content-type'], 'image/png')
    assert.equal(picture.headers['x-content-type-options'], 'nosniff')
    assert.deepEqual(picture.rawPayload, LOGO_BYTES)

    assert.equal((await admin.call('PATCH', `openid/clients/${id}`, { name: 'New Shop' })).statusCode, 204)
    assert.deepEqual(await shownAs().then((entry) => [entry?.name, entry?.logoUrl]), ['New Shop', logoUrl])
    assert.equal(
      (await admin.call('PATCH', `openid/clients/${id}`, { logo: 'https://shop.example/l' })).statusCode,
      400,
    )
    assert.equal((await admin.call('PATCH', `openid/clients/${id}`, { name: '<b>' })).statusCode, 400)
    assert.equal((await admin.call('PATCH', `openid/clients/${id}`, { logo: '' })).statusCode, 204)
    assert.equal((await shownAs())?.logoUrl, undefined)
    assert.equal((await test.app.inject(logoUrl)).statusCode, 404)
    const [entry] = await test.ports.audit.search({ actions: ['openid.client.change'] }, { limit: 1 })
    assert.deepEqual(entry?.detail, { client: id, name: 'New Shop', logo: 'no' })
    assert.equal((await admin.call('DELETE', `openid/clients/${id}`)).statusCode, 204)
    assert.equal((await admin.call('PATCH', `openid/clients/${id}`, { name: 'Again' })).statusCode, 404)
  })

  it('are refused with the reason', async () => {
    const admin = await signIn(test, 'chief')
    const answerOf = async (more: object) => {
      const wanted = { tenant: 'acme', name: 'Shop', redirectUris: ['https://shop.example/callback'], ...more }
      const answer = await admin.call('POST', 'openid/clients', wanted)
      assert.equal(answer.statusCode, 400)
      return answer.json().detail
    }
    assert.match(await answerOf({ tenant: 'nobody' }), /There is no tenant nobody/)
    assert.match(await answerOf({ flow: 'nothing' }), /no flow 'nothing'/)
    assert.match(await answerOf({ flow: 'returning' }), /by itself/)
    assert.match(await answerOf({ flow: 'age' }), /only age_over_NN/)
  })
})

describe('limen openid clients', () => {
  it('registers, lists and revokes a client, and says what is wrong', async () => {
    const test = await startTestApp()
    const before = process.env.DATA_DIR
    process.env.DATA_DIR = test.dataDir
    const run = async (words: string) => {
      const [out, err]: [string[], string[]] = [[], []]
      const terminal = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) }
      const code = await runCommandLine(words.split(' '), commandTable, terminal, () => undefined)
      return { code, out: out.join('\n'), err: err.join('\n') }
    }
    try {
      const create = 'openid clients create --tenant acme --name Shop'
      assert.match((await run(create)).err, /needs a redirect URI/)
      const made = JSON.parse((await run(`${create} --redirect-uri https://shop.example/cb --json`)).out)
      assert.match(made.clientSecret, /^[\w-]{43}$/)
      assert.match((await run('openid clients list')).out, /Shop\tacme\ttest\tidentity on high/)
      const [picture, text] = [join(test.dataDir, 'logo.png'), join(test.dataDir, 'logo.txt')]
      await Promise.all([writeFile(picture, LOGO_BYTES), writeFile(text, 'not a picture at all, but long enough')])
      const { clientId } = made
      assert.match((await run(`openid clients change ${clientId} --logo ${text}`)).err, /is not a logo: PNG/)
      assert.match((await run(`openid clients change ${clientId}`)).err, /give --name, --logo or --no-logo/)
      assert.equal((await run(`openid clients change ${clientId} --logo ${picture}`)).out, `changed ${clientId}`)
      const listed = JSON.parse((await run('openid clients list --json')).out)
      assert.deepEqual(
        listed.map((each: { hasLogo: boolean }) => each.hasLogo),
        [true],
      )
      assert.equal((await run(`openid clients change ${clientId} --no-logo --name Store`)).code, 0)
      assert.match((await run('openid clients list')).out, /Store/)
      assert.equal((await run(`openid clients revoke ${made.clientId} --yes`)).out, `revoked ${made.clientId}`)
      assert.match((await run('openid clients list')).out, /revoked 20/)
      assert.equal((await run('openid clients')).code, 2)
      assert.match((await run('help openid')).out, /openid clients create --name TEXT/)
    } finally {
      if (before === undefined) delete process.env.DATA_DIR
      else process.env.DATA_DIR = before
      await test.close()
    }
  })
})
