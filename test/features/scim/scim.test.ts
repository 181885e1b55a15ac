import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createToken, revokeToken } from '../../../src/features/scim/tokens.ts'
import { readGroupRoles } from '../../../src/kernel/accounts/group-roles.ts'
import { ask, startConsole } from '../../apps/console/console.ts'
import { freePort } from '../../e2e/support/stage.ts'
import type { TestApp } from '../../support/app.ts'
import { CLIENT, startProvider, type TestProvider, visitProvider } from '../../support/oidc.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** SCIM 2.0 (RFC 7643, 7644) through real sockets, with a real OpenID provider for the sign-ins. */
describe('accounts from the directory', () => {
  let provider: TestProvider
  let test: TestApp
  let base: string
  let token: string
  before(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    provider = await startProvider(`${base}/console/sign-in/callback`)
    test = await startConsole({
      settings: {
        baseUrl: base,
        oidcIssuer: provider.issuer,
        oidcClientId: CLIENT.id,
        oidcClientSecret: CLIENT.secret,
        oidcScope: 'openid profile groups',
        oidcRoles: readGroupRoles('chiefs=admin;desk=reviewer;shop desk=reviewer:shop;g-1=reviewer'),
      },
    })
    await test.addTenant('shop')
    test.clock.now = new Date()
    await test.app.listen({ port, host: '127.0.0.1' })
    token = (await createToken(test.ports, 'Directory', 'test')).token
  })
  after(async () => {
    await test.close()
    await provider.close()
  })

  /** A resource or a list, as a directory sees it. */
  interface Seen {
    id: string
    userName: string
    active: boolean
    members: { value: string }[]
    Resources: Seen[]
    totalResults: number
    startIndex: number
    itemsPerPage: number
    scimType?: string
    status?: string
    schemas: string[]
    meta: { location: string; resourceType: string }
    [name: string]: unknown
  }
  async function scim(method: string, path: string, body?: object, authorization = `Bearer ${token}`) {
    const response = await fetch(`${base}/scim/v2${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/scim+json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (text) assert.match(response.headers.get('content-type') ?? '', /^application\/scim\+json/)
    return { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') as Seen }
  }
  const addUser = async (name: string, more: object = {}) => {
    const sent = { schemas: [USER], userName: `${name}@example.org`, externalId: name, active: true, ...more }
    const made = await scim('POST', '/Users', sent)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body
  }
  const addGroup = async (displayName: string, ids: string[], more: object = {}) => {
    const members = ids.map((value) => ({ value }))
    const made = await scim('POST', '/Groups', { schemas: [GROUP], displayName, members, ...more })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body
  }
  const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: [PATCH], Operations })
  const account = (name: string) => test.ports.reviewers.bySubject(`${provider.issuer} ${name}`)
  const eq = (name: string, value: string) => `filter=${encodeURIComponent(`${name} eq ${JSON.stringify(value)}`)}`

  const cookieIn = (response: Response, name: string) =>
    response.headers
      .getSetCookie()
      .find((set) => set.startsWith(`${name}=`))
      ?.split(';')[0] ?? ''
  /** Signs somebody in with the company account; the provider's own groups say nothing. */
  async function come(subject: string) {
    provider.people.set(subject, { preferred_username: subject, groups: [] })
    const begun = await fetch(`${base}/console/sign-in/provider`, { redirect: 'manual' })
    const back = await visitProvider(begun.headers.get('location') ?? '', subject)
    const headers = { cookie: cookieIn(begun, 'limen-sign-in') }
    const answer = await fetch(back, { redirect: 'manual', headers })
    return { to: answer.headers.get('location'), cookie: cookieIn(answer, 'limen-console') }
  }
  const isIn = async (cookie: string) => (await ask(test, 'GET', 'session', { headers: { cookie } })).statusCode === 200

  it('need a token, which is kept as a hash and ends when it is revoked', async () => {
    for (const wrong of ['', 'Bearer nothing', `Bearer ${'a'.repeat(43)}`, `Basic ${token}`]) {
      const answer = await scim('GET', '/Users', undefined, wrong)
      assert.equal(answer.status, 401)
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
      assert.deepEqual(answer.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
    }
    const rows = await test.storage.database.db.selectFrom('scim_token').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(token))
    const other = await createToken(test.ports, 'Other', 'test')
    assert.equal((await scim('GET', '/Users', undefined, `Bearer ${other.token}`)).status, 200)
    assert.ok((await revokeToken(test.ports, other.id, 'test')).ok)
    assert.equal((await scim('GET', '/Users', undefined, `Bearer ${other.token}`)).status, 401)
    assert.equal((await revokeToken(test.ports, other.id, 'test')).ok, false)
  })

  it('say what is offered', async () => {
    const config = (await scim('GET', '/ServiceProviderConfig')).body
    assert.deepEqual([config.patch, config.sort], [{ supported: true }, { supported: false }])
    const types = (await scim('GET', '/ResourceTypes')).body.Resources
    assert.deepEqual(
      types.map(({ id, endpoint }) => [id, endpoint]),
      [
        ['User', '/Users'],
        ['Group', '/Groups'],
      ],
    )
    assert.equal((await scim('GET', '/ResourceTypes/User')).body.schema, USER)
    assert.equal((await scim('GET', `/Schemas/${USER}`)).body.name, 'User')
    assert.equal((await scim('GET', '/Schemas')).body.totalResults, 2)
    assert.equal((await scim('GET', '/Schemas/none')).status, 404)
  })

  it('are users that are created, read, found, replaced and deleted', async () => {
    const made = await addUser('una', { displayName: 'Una', title: 'not kept', emails: [{ value: 'una@example.org' }] })
    assert.equal(made.meta.location, `${base}/scim/v2/Users/${made.id}`)
    assert.equal('title' in made || 'emails' in made, false, 'nothing else is kept')
    assert.deepEqual((await scim('GET', `/Users/${made.id}`)).body, made)
    for (const query of [eq('userName', 'UNA@example.org'), eq('externalId', 'una'), eq('id', made.id)]) {
      const { totalResults, Resources } = (await scim('GET', `/Users?${query}`)).body
      assert.deepEqual([totalResults, Resources[0]?.id], [1, made.id], query)
    }
    assert.equal((await scim('GET', `/Users?${eq('externalId', 'UNA')}`)).body.totalResults, 0)
    const twice = await scim('POST', '/Users', { schemas: [USER], userName: 'Una@Example.org', externalId: 'x' })
    assert.deepEqual([twice.status, twice.body.scimType, twice.body.status], [409, 'uniqueness', '409'])
    const replaced = await scim('PUT', `/Users/${made.id}`, { schemas: [USER], userName: 'una2', externalId: 'una' })
    assert.deepEqual([replaced.status, replaced.body.userName, replaced.body.displayName], [200, 'una2', undefined])
    assert.equal((await scim('DELETE', `/Users/${made.id}`)).status, 204)
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const sent = method === 'PUT' ? { userName: 'a', externalId: 'b' } : { Operations: [{ op: 'add', value: {} }] }
      const answer = await scim(method, `/Users/${made.id}`, method === 'GET' || method === 'DELETE' ? undefined : sent)
      assert.deepEqual([answer.status, answer.body.status], [404, '404'], method)
    }
  })

  it('are listed in pages', async () => {
    const made = []
    for (const name of ['p1', 'p2', 'p3']) made.push((await addUser(name)).id)
    const { totalResults } = (await scim('GET', '/Users?count=0')).body
    assert.ok(totalResults >= 3)
    const seen: string[] = []
    for (let start = 1; start <= totalResults; start += 2) {
      const { Resources, startIndex, itemsPerPage } = (await scim('GET', `/Users?startIndex=${start}&count=2`)).body
      assert.equal(startIndex, start)
      assert.equal(itemsPerPage, Resources.length)
      seen.push(...Resources.map(({ id }) => id))
    }
    assert.equal(new Set(seen).size, totalResults)
    assert.ok(made.every((id) => seen.includes(id)))
    assert.equal((await scim('GET', '/Users?startIndex=-5&count=1')).body.startIndex, 1)
    assert.equal((await scim('GET', '/Users?startIndex=9999')).body.itemsPerPage, 0)
  })

  it('get role and tenants from their groups, and lose them at once', async () => {
    const ida = await addUser('ida')
    const desk = await addGroup('desk', [ida.id])
    assert.equal((await account('ida'))?.role, 'reviewer')
    const first = await come('ida')
    assert.equal(first.to, '/console/')
    assert.ok(await isIn(first.cookie))

    const chiefs = await addGroup('chiefs', [])
    await patch(`/Groups/${chiefs.id}`, { op: 'Add', path: 'members', value: [{ value: ida.id }] })
    assert.equal((await account('ida'))?.role, 'admin')
    await patch(`/Groups/${chiefs.id}`, { op: 'remove', path: `members[value eq "${ida.id}"]` })
    assert.equal((await account('ida'))?.role, 'reviewer')

    const shop = await addGroup('shop desk', [ida.id])
    await patch(`/Groups/${desk.id}`, { op: 'Remove', path: 'members', value: [{ value: ida.id }] })
    assert.deepEqual((await account('ida'))?.tenants, ['shop'])
    assert.ok(await isIn(first.cookie), 'fewer rights are no end')

    await patch(`/Groups/${shop.id}`, { op: 'replace', value: { members: [] } })
    assert.equal(await isIn(first.cookie), false)
    assert.ok((await account('ida'))?.disabledAt)
    assert.equal((await come('ida')).to, '/console/?refused=no-role')

    await patch(`/Groups/${desk.id}`, { op: 'add', path: 'members', value: [{ value: ida.id }] })
    assert.equal((await account('ida'))?.disabledAt, undefined)
    assert.equal((await come('ida')).to, '/console/')
    const listed = await scim('GET', `/Groups?${eq('displayName', 'DESK')}&excludedAttributes=members`)
    assert.deepEqual([listed.body.Resources[0]?.id, listed.body.Resources[0]?.members], [desk.id, undefined])
    assert.deepEqual(
      (await scim('GET', `/Groups/${desk.id}`)).body.members.map(({ value }) => value),
      [ida.id],
    )

    assert.equal((await scim('DELETE', `/Groups/${desk.id}`)).status, 204)
    assert.ok((await account('ida'))?.disabledAt)
  })

  it('end at once with active false, in each way that directories write it, and with removal', async () => {
    const jan = await addUser('jan')
    // By the id that Entra ID writes into its token.
    await addGroup('some group', [jan.id], { externalId: 'g-1' })
    const ways: [object, object][] = [
      [
        { op: 'replace', path: 'active', value: false },
        { op: 'replace', path: 'active', value: true },
      ],
      [
        { op: 'Replace', path: 'active', value: 'False' },
        { op: 'Replace', path: 'active', value: 'True' },
      ],
      [
        { op: 'replace', value: { active: false } },
        { op: 'replace', value: { active: true } },
      ],
      [
        { op: 'add', path: `${USER}:active`, value: false },
        { op: 'add', path: `${USER}:active`, value: true },
      ],
    ]
    for (const [off, on] of ways) {
      const { cookie, to } = await come('jan')
      assert.equal(to, '/console/')
      assert.equal((await patch(`/Users/${jan.id}`, off)).body.active, false, JSON.stringify(off))
      assert.equal(await isIn(cookie), false)
      assert.equal((await come('jan')).to, '/console/?refused=no-role')
      assert.equal((await patch(`/Users/${jan.id}`, on)).body.active, true)
    }
    const { cookie } = await come('jan')
    assert.equal((await scim('DELETE', `/Users/${jan.id}`)).status, 204)
    assert.equal(await isIn(cookie), false)
    assert.equal((await come('jan')).to, '/console/?refused=no-role')
    const [group] = (await scim('GET', `/Groups?${eq('externalId', 'g-1')}`)).body.Resources
    assert.deepEqual(group?.members, [])
    const entries = await test.ports.audit.list({}, 20)
    const ended = entries.find(({ action }) => action === 'reviewer.disable')
    assert.match(ended?.actor ?? '', /^scim:scim-/)
    assert.deepEqual(ended?.detail, { reviewer: 'jan', by: 'scim' })
    assert.ok(entries.some(({ action }) => action === 'scim.user.delete'))
  })

  it('stay ended if an admin here ended them, and never touch a local account', async () => {
    const kim = await addUser('kim')
    const [group] = (await scim('GET', `/Groups?${eq('externalId', 'g-1')}`)).body.Resources
    await patch(`/Groups/${group?.id}`, { op: 'add', path: 'members', value: [{ value: kim.id }] })
    const known = await account('kim')
    assert.ok(known)
    await test.ports.reviewers.change(known.id, { disabled: true })
    await patch(`/Users/${kim.id}`, { op: 'replace', path: 'active', value: false })
    await patch(`/Users/${kim.id}`, { op: 'replace', path: 'active', value: true })
    assert.ok((await account('kim'))?.disabledAt)

    const local = await test.ports.reviewers.byUsername('chief')
    const same = await addUser('chief', { userName: 'chief' })
    await patch(`/Users/${same.id}`, { op: 'replace', path: 'active', value: false })
    await scim('DELETE', `/Users/${same.id}`)
    assert.deepEqual(await test.ports.reviewers.byUsername('chief'), local)
  })

  it('are deleted by the second call if the first one ended in the middle, and signed out by the first', async (t) => {
    const max = await addUser('max')
    const [group] = (await scim('GET', `/Groups?${eq('externalId', 'g-1')}`)).body.Resources
    await patch(`/Groups/${group?.id}`, { op: 'add', path: 'members', value: [{ value: max.id }] })
    const { cookie } = await come('max')
    assert.equal(await isIn(cookie), true)
    const failing = t.mock.method(test.ports.scim, 'deleteUser', async () => {
      throw new Error('the database is gone')
    })
    assert.equal((await scim('DELETE', `/Users/${max.id}`)).status, 500)
    assert.equal(await isIn(cookie), false)
    failing.mock.restore()
    assert.equal((await scim('DELETE', `/Users/${max.id}`)).status, 204)
    assert.ok((await account('max'))?.disabledAt)
  })

  it('follow a person who gets another id at the provider', async () => {
    const lea = await addUser('lea')
    const [group] = (await scim('GET', `/Groups?${eq('externalId', 'g-1')}`)).body.Resources
    await patch(`/Groups/${group?.id}`, { op: 'add', path: 'members', value: { value: lea.id } })
    assert.equal((await account('lea'))?.disabledAt, undefined)
    await patch(`/Users/${lea.id}`, { op: 'replace', path: 'externalId', value: 'lea-2' })
    assert.ok((await account('lea'))?.disabledAt)
    assert.equal((await account('lea-2'))?.role, 'reviewer')
  })

  it('are refused with a reason if they cannot be read', async () => {
    const mia = await addUser('mia')
    const post = (body: object) => scim('POST', '/Users', body)
    const wrong: [string, Promise<{ status: number; body: Seen }>, string | undefined][] = [
      ['no name', post({ externalId: 'x' }), 'invalidValue'],
      ['no external id', post({ userName: 'x' }), 'invalidValue'],
      ['a name that is too long', post({ userName: 'x'.repeat(257), externalId: 'x' }), 'invalidValue'],
      ['a line break in a name', post({ userName: 'a\nb', externalId: 'x' }), 'invalidValue'],
      ['active as a number', post({ userName: 'x', externalId: 'x', active: 1 }), 'invalidValue'],
      ['a list', post([]), 'invalidSyntax'],
      ['another filter', scim('GET', '/Users?filter=userName%20co%20%22a%22'), 'invalidFilter'],
      ['a filter by what is not kept', scim('GET', `/Users?${eq('emails.value', 'a')}`), 'invalidFilter'],
      ['no operations', scim('PATCH', `/Users/${mia.id}`, {}), 'invalidSyntax'],
      ['another operation', patch(`/Users/${mia.id}`, { op: 'move', path: 'active' }), 'invalidSyntax'],
      ['a new id', patch(`/Users/${mia.id}`, { op: 'replace', path: 'id', value: 'x' }), 'mutability'],
      ['no path to remove', patch(`/Users/${mia.id}`, { op: 'remove' }), 'noTarget'],
      ['a path that is none', patch(`/Users/${mia.id}`, { op: 'add', path: 'a b', value: 'x' }), 'invalidPath'],
      ['no name any more', patch(`/Users/${mia.id}`, { op: 'remove', path: 'userName' }), 'invalidValue'],
      [
        'a member who is not there',
        scim('POST', '/Groups', { displayName: 'g', members: [{ value: 'x' }] }),
        'invalidValue',
      ],
      ['a group without a name', scim('POST', '/Groups', { members: [] }), 'invalidValue'],
    ]
    for (const [what, answer, type] of wrong) {
      const { status, body } = await answer
      assert.deepEqual([status, body.scimType, body.status], [400, type, '400'], what)
    }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const broken = await fetch(`${base}/scim/v2/Users`, { method: 'POST', headers, body: '{' })
    assert.equal(broken.status, 400)
    const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`
    assert.equal((await fetch(`${base}/scim/v2/Users`, { method: 'POST', headers, body: deep })).status, 400)
    const ignored = await patch(
      `/Users/${mia.id}`,
      { op: 'add', path: 'name.familyName', value: 'M' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'm@example.org' },
      { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'd' },
    )
    assert.equal(ignored.status, 200, JSON.stringify(ignored.body))
  })

  it('give no right if somebody else wrote their rows', async () => {
    const ned = await addUser('ned')
    const { db } = test.storage.database
    const [group] = (await scim('GET', `/Groups?${eq('externalId', 'g-1')}`)).body.Resources
    await db
      .updateTable('scim_group')
      .set({ members: JSON.stringify([ned.id]) })
      .where('id', '=', group?.id ?? '')
      .execute()
    await patch(`/Users/${ned.id}`, { op: 'replace', path: 'displayName', value: 'Ned' })
    assert.equal(await account('ned'), undefined)
    const unsigned = await test.storage.installation.unsignedRows()
    assert.deepEqual(
      unsigned.map(({ id }) => id),
      [`scim_group:${group?.id}`],
    )
  })
})

describe('a directory', () => {
  it('that sends no groups ends accounts; their role is that of the sign-in', async () => {
    const provider = await startProvider('http://127.0.0.1:1/console/sign-in/callback')
    const test = await startConsole({
      settings: { oidcIssuer: provider.issuer, oidcClientId: CLIENT.id, oidcRoles: readGroupRoles('desk=reviewer') },
    })
    try {
      const { token } = await createToken(test.ports, 'Directory', 'test')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
      const call = async (method: 'POST' | 'PATCH', url: string, payload: object) =>
        (await test.app.inject({ method, url: `/scim/v2${url}`, headers, payload })).json()
      const subject = `${provider.issuer} olga`
      await test.ports.reviewers.create({ username: 'olga', passwordHash: 'provider:x', subject, role: 'reviewer' })
      const { id } = await call('POST', '/Users', { userName: 'olga', externalId: 'olga' })
      assert.equal((await test.ports.reviewers.bySubject(subject))?.disabledAt, undefined)
      await call('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] })
      assert.ok((await test.ports.reviewers.bySubject(subject))?.disabledAt)
      await call('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: true }] })
      assert.equal((await test.ports.reviewers.bySubject(subject))?.disabledAt, undefined)
    } finally {
      await test.close()
      await provider.close()
    }
  })

  it('is limited in the number of its requests, and told when to come back', async () => {
    const test = await startConsole({
      settings: {
        oidcIssuer: 'https://id.example',
        oidcClientId: 'x',
        oidcRoles: readGroupRoles('a=admin'),
        rateLimit: 5,
      },
    })
    try {
      const { token } = await createToken(test.ports, 'Directory', 'test')
      const headers = { authorization: `Bearer ${token}` }
      const asked = Array.from({ length: 12 }, (_, index) =>
        test.app.inject({ url: '/scim/v2/Users', headers, remoteAddress: `198.51.100.${index}` }),
      )
      const limited = (await Promise.all(asked)).filter(({ statusCode }) => statusCode === 429)
      assert.equal(limited.length, 7)
      assert.ok(limited[0]?.headers['retry-after'])
      assert.equal(limited[0]?.json().status, '429')
    } finally {
      await test.close()
    }
  })

  it('finds nothing without a provider for the sign-in', async () => {
    const test = await startConsole()
    try {
      const { token } = await createToken(test.ports, 'Directory', 'test')
      const headers = { authorization: `Bearer ${token}` }
      assert.equal((await test.app.inject({ url: '/scim/v2/Users', headers })).statusCode, 404)
    } finally {
      await test.close()
    }
  })
})
