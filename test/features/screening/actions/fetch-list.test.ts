import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fetchList } from '../../../../src/features/screening/actions/fetch-list.ts'
import { scheduleList, unscheduleList } from '../../../../src/features/screening/actions/list-sources.ts'
import { openListDownload } from '../../../../src/features/screening/download-list.ts'
import { judgeLists } from '../../../../src/features/screening/feature.ts'
import { watchLists } from '../../../../src/features/screening/jobs.ts'
import { createMetrics } from '../../../../src/kernel/operations/metrics.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { onEveryDatabase } from '../../../support/databases.ts'

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({ id: `p${at}`, schema: 'Person', properties: { name: [`Zanthor Quibble${at}`] } }),
  ).join('\n')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const HOUR = 3_600_000

const folder = mkdtempSync(join(tmpdir(), 'limen-fetch-'))
after(() => rmSync(folder, { recursive: true }))

onEveryDatabase((place) => {
  describe('a list that is fetched by itself', () => {
    let storage: Storage
    let server: Server
    let host = ''
    let [list, sums, status] = ['', '', 200]
    let asked = 0
    let now = new Date('2026-06-01T00:00:00Z')
    const clock = () => now
    before(async () => {
      storage = await place.open({ clock })
      server = createServer((request, response) => {
        if (request.url === '/sums') return void response.end(sums)
        asked += 1
        response.writeHead(status).end(list)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    })
    after(() => server.close())

    const ports = () => ({ ...storage, clock })
    const fetchDue = (more: Parameters<typeof fetchList>[3] = {}, owner = 'node', allowed = [host]) =>
      fetchList(ports(), openListDownload(allowed, folder), owner, more)
    const schedule = (more: Partial<Parameters<typeof scheduleList>[1]> = {}) =>
      scheduleList(ports(), { list: 'tale', url: `http://${host}/list.json`, everyHours: 24, ...more }, 'system')
    const current = async () => (await storage.watchlists.all()).find(({ name }) => name === 'tale')
    const outcome = async (...given: Parameters<typeof fetchDue>) => {
      const result = (await fetchDue(...given))?.result
      return `${result?.outcome}: ${result?.text}`
    }

    it('is refused with an address, a checksum or an interval that cannot be', async () => {
      for (const wrong of [
        { list: 'No Name' },
        { url: 'ftp://lists.example/x' },
        { url: 'https://ada:secret@lists.example/x' },
        { sha256: 'abc' },
        { everyHours: 0 },
        { sha256: 'a'.repeat(64), sha256Url: 'https://lists.example/sums' },
      ])
        assert.equal((await schedule(wrong)).ok, false)
      assert.deepEqual(await storage.listSources.all(), [])
    })

    it('is imported when it is due, and not again before', async () => {
      list = lines(4)
      assert.ok((await schedule()).ok)
      assert.match(await outcome(), /^imported: version \d+ with 4 persons$/)
      assert.equal(await fetchDue(), undefined)
      now = new Date(now.getTime() + 25 * HOUR)
      assert.equal(await outcome(), 'unchanged: the same file as before')
      assert.equal((await current())?.entries, 4)
      assert.deepEqual(readdirSync(join(folder, 'fetched-lists')), [])
    })

    it('never comes from inside the network', async () => {
      const before = asked
      assert.match(await outcome({ list: 'tale' }, 'node', []), /^failed: Only https URLs are fetched/)
      assert.equal(asked, before)
    })

    it('stays as it is when the fetch fails, the file is damaged or much smaller, and says so', async () => {
      status = 503
      assert.equal(await outcome({ list: 'tale' }), 'failed: The address answered 503.')
      status = 200
      list = '{"id":'
      assert.equal(await outcome({ list: 'tale' }), 'failed: the file has no JSON in line 1')
      list = lines(1)
      const smaller = 'failed: the file has 1 persons, but at least 2 are expected'
      assert.equal(await outcome({ list: 'tale' }), smaller)
      assert.equal((await current())?.entries, 4)
      const [finding] = await judgeLists(storage, now)
      assert.deepEqual([finding?.verdict, finding?.text], ['unsafe', `tale: ${smaller.slice(8)}`])
      const metrics = createMetrics()
      watchLists(metrics, ports())
      const shown = (await metrics.registry.metrics()).match(/^limen_list_.*$/gm)
      assert.deepEqual(shown, [
        'limen_list_persons{list="tale"} 4',
        `limen_list_age_seconds{list="tale"} ${(25 * HOUR) / 1_000}`,
        'limen_list_fetch_failed{list="tale"} 1',
      ])
      // Sooner than a day.
      now = new Date(now.getTime() + 2 * HOUR)
      assert.equal(await outcome(), smaller)
      assert.match(await outcome({ list: 'tale', takeSmaller: true }), /^imported/)
      assert.equal((await judgeLists(storage, now))[0]?.verdict, 'good')
    })

    it('is held against a checksum, pinned or from an address', async () => {
      list = lines(3)
      await schedule({ sha256: 'A'.repeat(64) })
      assert.match(await outcome(), /^failed: the file has the SHA-256 \w+, not aaaa/)
      sums = `${'b'.repeat(64)}  other.json\n${hashOf(list)}  list.json\n`
      await schedule({ sha256Url: `http://${host}/sums` })
      assert.match(await outcome(), /^imported/)
      const before = asked
      assert.match(await outcome({ list: 'tale' }), /^unchanged/)
      assert.equal(asked, before)
      sums = `${'b'.repeat(64)}  other.json\n${'c'.repeat(64)}  another.json\n`
      assert.match(await outcome({ list: 'tale' }), /^failed: the address of the checksum has no SHA-256/)
    })

    it('is fetched by one node of several, and by another when that one is lost', async () => {
      await schedule()
      const claims = await Promise.all(['a', 'b', 'c'].map((owner) => storage.listSources.claim(owner, now, 60)))
      assert.equal(claims.filter(Boolean).length, 1)
      assert.equal(await fetchDue(), undefined)
      now = new Date(now.getTime() + 61_000)
      assert.match(await outcome(), /^unchanged/)
    })

    it('is fetched no more when that is said, and both are in the audit log', async () => {
      assert.equal(await unscheduleList(ports(), 'tale', 'system'), true)
      assert.equal(await unscheduleList(ports(), 'tale', 'system'), false)
      now = new Date(now.getTime() + 100 * HOUR)
      assert.equal(await fetchDue(), undefined)
      assert.equal((await current())?.entries, 3)
      const entries = await storage.audit.search({ actions: ['list.schedule', 'list.unschedule'] }, { limit: 10 })
      assert.equal(entries.filter(({ action }) => action === 'list.unschedule').length, 1)
      assert.ok(entries.every(({ detail }) => !JSON.stringify(detail).includes('/list.json')))
    })
  })
})
