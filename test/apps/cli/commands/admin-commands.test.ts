import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { defaultPolicyRules } from '../../../../src/kernel/decision/policy.ts'
import { freshSession } from '../../../storage/sample.ts'
import { TEST_TENANT } from '../../../support/databases.ts'
import { commandLine } from '../command-line.ts'

describe('a command that lists', () => {
  it('says so where there is nothing yet, and still prints an empty list as JSON', async () => {
    const { run, remove } = commandLine()
    assert.match((await run('tenants', 'list')).stdout, /^no tenant yet/)
    assert.equal((await run('reviewers', 'list')).stdout, 'no account yet\n')
    assert.deepEqual(JSON.parse((await run('credentials', 'list', '--json')).stdout), [])
    remove()
  })
})

describe('a command that changes something', () => {
  const { run, stored, file, remove } = commandLine()
  const newest = async (action: string) =>
    (await stored(({ audit }) => audit.search({ actions: [action] }, { limit: 1 })))[0]

  before(() =>
    stored(async ({ tenants, sessions }) => {
      await tenants.create(TEST_TENANT)
      const session = freshSession()
      await sessions.create(session)
      await sessions.save({ ...session, status: 'EXPIRED' }, { events: [{ type: 'status', status: 'EXPIRED' }] })
    }),
  )
  after(remove)

  it('leaves the last admin their account and their role', async () => {
    assert.match(
      (await run('reviewers', 'create', 'chief', '--role', 'admin')).stdout,
      /^password of chief, shown only now: \S+/,
    )
    for (const step of [
      ['disable', 'chief'],
      ['role', 'chief', '--role', 'reviewer'],
    ]) {
      const { status, stderr } = await run('reviewers', ...step)
      assert.deepEqual([status, stderr], [2, 'this is the last admin; make another one first\n'], step.join(' '))
    }
    const chief = await stored(({ reviewers }) => reviewers.byUsername('chief'))
    assert.deepEqual([chief?.role, chief?.disabledAt], ['admin', undefined])
  })

  it('takes the second factor away with the password: whoever lost one may have lost both', async () => {
    await run('reviewers', 'create', 'ada', '--tenants', 'acme')
    await stored(async ({ reviewers }) => {
      const ada = await reviewers.byUsername('ada')
      assert.deepEqual(ada?.tenants, ['acme'])
      await reviewers.change(ada.id, { totpSecret: randomBytes(20) })
    })
    assert.match((await run('reviewers', 'password', 'ada', '--yes')).stdout, /^password of ada, shown only now: \S+/)
    const ada = await stored(({ reviewers }) => reviewers.byUsername('ada'))
    assert.equal(ada?.totpSecret, undefined)
    assert.deepEqual((await newest('reviewer.password'))?.detail, { reviewer: 'ada' })
  })

  it('gives nobody a tenant that there is not', async () => {
    const refused = "there is no tenant 'nobody': npm run cli -- tenants list names those there are\n"
    const { status, stderr } = await run('reviewers', 'tenants', 'ada', '--tenants', 'acme,nobody')
    assert.deepEqual([status, stderr], [2, refused])
    assert.equal((await run('credentials', 'create', '--tenant', 'nobody')).stderr, refused)
    assert.equal((await run('policy', 'show', '--tenant', 'nobody')).stderr, refused)
    assert.equal((await run('blocklist', 'list', '--tenant', 'nobody')).stderr, refused)
    const { status: exit, stderr: said } = await run('webhooks', 'list', '--tenant', 'nobody')
    assert.deepEqual([exit, said], [2, refused])
  })

  it('says in the audit log that events were sent again, and which', async () => {
    const event = await stored(async ({ outbox }) => {
      const [waiting] = await outbox.list('acme', 'pending', 1)
      assert.ok(waiting)
      await outbox.delivered(waiting.id, new Date())
      return waiting
    })
    await stored(({ outbox }) => outbox.retry(event.id, new Date(), 'Only https URLs are fetched.'))
    assert.doesNotMatch((await run('webhooks', 'list', '--tenant', 'acme')).stdout, /the last/, 'it was delivered')
    assert.equal((await run('webhooks', 'replay', '--id', event.id)).stdout, '1 events are queued again\n')
    await stored(({ outbox }) => outbox.retry(event.id, new Date(), 'Only https URLs are fetched.'))
    assert.match(
      (await run('webhooks', 'list', '--tenant', 'acme')).stdout,
      /pending\t1 failed attempts, the last: Only https URLs are fetched\./,
    )
    await stored(({ outbox }) => outbox.notSent(event.id, 'not sent: there is no address'))
    const unsent = await run('webhooks', 'list', '--tenant', 'acme', '--state', 'not-sent')
    assert.match(unsent.stdout, /\tnot-sent\tnot sent: there is no address\n$/)
    const entry = await newest('webhook.replay')
    assert.deepEqual([entry?.actor, entry?.detail], ['system', { events: 1, id: event.id }])
    await run('webhooks', 'replay', '--session', event.sessionId)
    assert.equal((await newest('webhook.replay'))?.sessionId, event.sessionId)
  })

  it('makes a credential for trying out, and a live one when it is told to', async () => {
    assert.match(
      (await run('credentials', 'create', '--tenant', 'acme', '--username', 'trial')).stdout,
      /^mode {6}test$/m,
    )
    const live = await run('credentials', 'create', '--live', '--tenant', 'acme', '--username', 'shop')
    assert.match(live.stdout, /^mode {6}live$/m)
    assert.deepEqual((await newest('credential.create'))?.detail, { username: 'shop', mode: 'live' })
    const listed = (await run('credentials', 'list', '--tenant', 'acme')).stdout.trim().split('\n')
    assert.deepEqual(
      listed.map((line) => line.split('\t').slice(0, 3)),
      [
        ['trial', 'acme', 'test'],
        ['shop', 'acme', 'live'],
      ],
    )
  })

  it('revokes a credential of its tenant, once', async () => {
    await run('credentials', 'create', '--tenant', 'acme', '--username', 'till')
    const again = await run('credentials', 'create', '--tenant', 'acme', '--username', 'till')
    assert.deepEqual([again.status, again.stderr], [2, "the username 'till' is in use, or was\n"])
    assert.equal((await run('credentials', 'revoke', 'till', '--yes')).stdout, 'revoked till\n')
    const entry = await newest('credential.revoke')
    assert.deepEqual([entry?.tenant, entry?.detail], ['acme', { username: 'till' }])
    assert.equal((await run('credentials', 'revoke', 'till', '--yes')).status, 2)
  })

  it('leaves a log that is checked, and exported as lines of which none can be changed', async () => {
    assert.match((await run('audit', 'verify')).stdout, /^WHOLE: [1-9]\d* entries\n$/)
    const { stdout } = await run('audit', 'export')
    assert.ok(stdout.includes('"webhook.replay"'))
    const copy = file('audit.jsonl')
    writeFileSync(copy, stdout.replace('"webhook.replay"', '"webhook.test"'))
    const changed = await run('audit', 'verify', '--file', copy)
    assert.equal(changed.status, 1)
    assert.match(changed.stdout, /NOT WHOLE/)
  })

  it('says in the audit log what was changed of a tenant', async () => {
    const settings = { webhookUrl: 'https://shop.example/hook', texts: { 'en-US': { start: 'Off we go' } } }
    assert.equal((await run('tenants', 'set', 'acme', '--settings', JSON.stringify(settings))).status, 0)
    const entry = await newest('tenant.change')
    assert.deepEqual(entry?.detail, { changed: 'webhookUrl, texts', texts: 'en-US.start' })
    const local = await run('tenants', 'set', 'acme', '--settings', '{"webhookUrl": "http://localhost:3000/hook"}')
    assert.equal(local.status, 0)
    assert.match(local.stderr, /^warning: no webhook is sent to .*ALLOWED_HOSTS=localhost:3000 would allow it/)
    assert.equal((await run('tenants', 'set', 'acme', '--settings', '{"webhookUrl": null}')).status, 0)
    const changed = await stored(({ tenants }) => tenants.load('acme'))
    assert.deepEqual([changed?.settings.webhookUrl, changed?.settings.texts], [undefined, settings.texts])
  })

  it('may put a policy to use that nobody tried, and says so in the audit log', async () => {
    writeFileSync(file('strict.json'), JSON.stringify({ ...defaultPolicyRules(), name: 'strict' }))
    const tried = async () => (await newest('policy.use'))?.detail?.tried
    assert.equal((await run('policy', 'use', file('strict.json'), '--tenant', 'acme')).status, 0)
    assert.equal(await tried(), false)
    assert.equal((await run('replay', '--test', '--policy', file('strict.json'), '--tenant', 'acme')).status, 0)
    assert.equal((await run('policy', 'use', file('strict.json'), '--tenant', 'acme')).status, 0)
    assert.equal(await tried(), true)
  })

  it('takes a backup, reads it again, and puts it into an empty installation', async () => {
    const { status, stdout } = await run('backup', file('backup'))
    assert.equal(status, 0)
    assert.match(stdout, /^backup \S+: \d+ rows, 0 pictures .* verified without a fault/)
    assert.equal((await newest('backup.take'))?.detail?.faults, 0)
    assert.match((await run('backup', 'verify', file('backup'))).stdout, /is whole/)
    assert.match(
      (await run('restore', file('backup'), '--yes')).stderr,
      /the database is in use .*: restore into an empty one/,
    )

    const elsewhere = commandLine()
    assert.match((await elsewhere.run('restore', file('backup'), '--yes')).stderr, /there is no master key/)
    copyFileSync(file('master.key'), elsewhere.file('master.key'))
    assert.match(
      (await elsewhere.run('restore', file('backup'), '--yes')).stdout,
      /is restored: \d+ rows, 0 pictures\n0 sessions/,
    )
    const [came, was] = [
      await elsewhere.stored(({ tenants }) => tenants.all()),
      await stored(({ tenants }) => tenants.all()),
    ]
    assert.deepEqual(came, was)
    const entries = await elsewhere.stored(({ audit }) => audit.search({ actions: ['backup.restore'] }, { limit: 2 }))
    assert.equal(entries.length, 1)
    elsewhere.remove()
  })
})
