import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { freshSession, page } from '../../../storage/sample.ts'
import { TEST_TENANT } from '../../../support/databases.ts'
import { commandLine } from '../command-line.ts'

describe('cli person', () => {
  const limen = commandLine()
  const session = freshSession({
    tenant: TEST_TENANT.id,
    request: { externalId: 'customer 7' },
    document: { pages: [page('Exampla')] },
  })
  after(() => limen.remove())
  before(() =>
    limen.stored(async (storage) => {
      await storage.tenants.create(TEST_TENANT)
      await storage.sessions.create(session)
      const object = await storage.images.put(session.id, Buffer.from('the picture'))
      const saved = await storage.sessions.save(
        { ...session, images: { FRONT: { original_FRONT: object } } },
        { review: { reviewer: 'ada', verdict: 'approve', reason: 'Compared with the original.' } },
      )
      assert.ok(saved)
      const entry = { at: new Date(), tenant: session.tenant, actor: 'reviewer:ada', sessionId: session.id }
      await storage.audit.record({ ...entry, action: 'read.case' })
    }),
  )

  const trail = () =>
    limen.stored(async ({ audit }) => {
      const entries = await audit.list({ sessionId: session.id }, 10)
      return entries.map(({ action, actor }) => `${actor} ${action}`)
    })

  it('exports everything that is kept about the person, into a file for its owner alone', async () => {
    const file = limen.file('person.zip')
    const { status, stdout, stderr } = await limen.run('person', 'export', session.id, file, '--tenant', 'acme')
    assert.equal(status, 0, stderr)
    assert.match(stdout, /not encrypted/)
    assert.equal(statSync(file).mode & 0o777, 0o600)

    const files = unzipSync(readFileSync(file))
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
    assert.equal(text('pictures/original_FRONT.jpg'), 'the picture')
    assert.deepEqual(JSON.parse(text('given-by-the-integrator.json')), session.request)
    const read = JSON.parse(text('read-from-pictures.json'))
    assert.equal(read.document.pages[0].visual[0].value, 'Exampla')
    const [review] = JSON.parse(text('reviews.json'))
    assert.deepEqual([review.verdict, review.reason], ['approve', 'Compared with the original.'])
    const { sessionId, status: state, retentionDays } = JSON.parse(text('session.json'))
    assert.deepEqual(
      [sessionId, state, retentionDays],
      [session.id, session.status, TEST_TENANT.settings.retentionDays],
    )
    for (const name of Object.keys(files).filter((each) => !each.startsWith('pictures/')))
      assert.ok(text('README.txt').includes(name) || name === 'README.txt', `${name} is not explained`)
  })

  it('names nobody who worked on it, and says what was done', async () => {
    const files = unzipSync(readFileSync(limen.file('person.zip')))
    const all = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join('\n')
    assert.doesNotMatch(all, /\bada\b/)
    const history = JSON.parse(strFromU8(files['history.json'] ?? new Uint8Array())) as {
      who: string
      action: string
    }[]
    assert.deepEqual(
      history.map(({ who, action }) => `${who} ${action}`),
      ['reviewer read.case', 'system read.person'],
    )
  })

  it('is in the audit log', async () => {
    assert.equal((await trail())[0], 'system read.person')
  })

  it('writes over nothing, and tells of no session of another tenant', async () => {
    const again = await limen.run('person', 'export', session.id, limen.file('person.zip'), '--tenant', 'acme')
    assert.equal(again.status, 2)
    assert.match(again.stderr, /cannot be made/)
    const other = await limen.run('person', 'export', session.id, limen.file('other.zip'))
    assert.equal(other.status, 2)
    assert.match(other.stderr, /has no session/)
    assert.equal(existsSync(limen.file('other.zip')), false)
  })

  it('erases, once', async () => {
    const erase = (...more: string[]) => limen.run('person', 'erase', session.id, '--tenant', 'acme', ...more)
    const unasked = await erase()
    assert.equal(unasked.status, 2)
    assert.match(unasked.stderr, /nobody can be asked here: use --yes, or --dry-run/)
    const tried = await erase('--dry-run')
    assert.equal(tried.status, 0)
    assert.match(tried.stdout, /^This would erase the test session .*\nNothing was changed/)
    assert.equal((await erase('--help')).status, 0)
    assert.ok(await limen.stored(({ sessions }) => sessions.peek('acme', session.id)))
    assert.equal((await erase('--yes')).status, 0)
    assert.ok((await trail()).includes('system session.delete'))
    const afterwards = await limen.stored(({ sessions }) => sessions.load('acme', session.id))
    assert.equal(afterwards, undefined)
    assert.equal((await erase('--yes')).status, 2)
  })
})
