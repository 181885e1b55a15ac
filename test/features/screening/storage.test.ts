import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { importList, removeList } from '../../../src/features/screening/actions/import-list.ts'
import { hashKey } from '../../../src/features/screening/match/name-index.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import { onEveryDatabase } from '../../support/databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'limen-lists-'))
after(() => rmSync(folder, { recursive: true }))

const person = (id: string, name: string, birth = '1961-03-14') =>
  JSON.stringify({ id, schema: 'Person', properties: { name: [name], birthDate: [birth] } })

onEveryDatabase((place) => {
  describe('lists of persons', () => {
    let storage: Storage
    let now = new Date('2026-06-01')
    before(async () => {
      storage = await place.open({ clock: () => now })
    })
    const take = (name: string, lines: string[], more: { sha256?: string } = {}) => {
      const path = join(folder, `${name}.json`)
      writeFileSync(path, lines.join('\n'))
      return importList({ ...storage, clock: () => now }, { name, path, origin: 'a.json', ...more }, 'system')
    }
    const countOf = async (table: 'watchlist_entry' | 'watchlist_posting' | 'watchlist_version') => {
      const row = await storage.database.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number | string>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(row.n)
    }
    const wordNumbers = async (version: number, word: string) =>
      (await storage.watchlists.postings(version, [hashKey('w', word)])).map(({ count }) => count)

    it('are replaced as a whole, and say what is new or changed', async () => {
      const first = await take('tale', [person('a', 'Zanthor Quibblewick'), person('b', 'Ysolde Marrowgate')])
      assert.ok(first.ok)
      assert.deepEqual([first.value.entries, first.value.changed], [2, 2])
      const second = await take('tale', [
        person('a', 'Zanthor Quibblewick'),
        person('b', 'Ysolde Marrowgate', '1962-01-01'),
        person('c', 'Odo Fennimore'),
        person('c', 'Odo Fennimore'),
      ])
      assert.ok(second.ok)
      assert.deepEqual([second.value.entries, second.value.changed, second.value.skipped], [3, 2, 1])
      const lists = await storage.watchlists.all()
      assert.deepEqual(
        lists.map(({ name, version, entries }) => [name, version, entries]),
        [['tale', second.value.version, 3]],
      )
      assert.deepEqual(await wordNumbers(second.value.version, 'QUIBBLEWICK'), [1])
      const changed = await storage.watchlists.changedEntries(second.value.version, -1, 10)
      assert.deepEqual(
        changed.map(({ entry }) => entry.id),
        ['b', 'c'],
      )
    })

    it('keep the version in force when an import fails, is refused or is cut short', async () => {
      const [before] = await storage.watchlists.all()
      await assert.rejects(() => take('tale', [person('a', 'Someone Else'), '{"id":']))
      const empty = await take('tale', ['{"id":"x","schema":"Company","properties":{}}'])
      assert.deepEqual(empty, { ok: false, refusal: 'the file has no person' })
      const other = await take('tale', [person('a', 'Someone Else')], { sha256: 'AB'.repeat(32) })
      assert.ok(!other.ok && /not abab/.test(other.refusal))
      assert.ok(!(await take('No Name', [person('a', 'b')])).ok)

      // Cut short: begun and partly written, and never heard of again.
      const version = await storage.watchlists.beginVersion('tale', { format: 'ftm', origin: 'a.json' })
      const entry = { id: 'z', names: [{ text: 'Nobody' }], births: [], countries: [], identifiers: [], topics: [] }
      await storage.watchlists.addEntries(version, [{ number: 0, entry }])
      assert.deepEqual(await storage.watchlists.all(), [before])
    })

    it('refuse the slower of two imports that began from the same version', async () => {
      const begin = () => storage.watchlists.beginVersion('race', { format: 'ftm', origin: 'a.json' })
      const [one, two] = [await begin(), await begin()]
      const counts = { format: 'ftm', sha256: '00', entries: 0, skipped: 0, changed: 0 } as const
      assert.equal(await storage.watchlists.activate(one, counts), true)
      assert.equal(await storage.watchlists.activate(two, counts), false)
      await storage.watchlists.abandon(two)
      assert.equal(await removeList({ ...storage, clock: () => now }, 'race', 'system'), true)
      assert.equal(await removeList({ ...storage, clock: () => now }, 'race', 'system'), false)
    })

    it('leave nothing of earlier versions behind, and nothing of the version in force is touched', async () => {
      now = new Date(now.getTime() + 2 * 3_600_000)
      while (await storage.watchlists.clearStale());
      const [list] = await storage.watchlists.all()
      assert.deepEqual([await countOf('watchlist_version'), await countOf('watchlist_entry')], [1, 3])
      assert.ok((await countOf('watchlist_posting')) > 0)
      assert.equal((await storage.watchlists.findEntry(list?.version ?? 0, 'c'))?.entry.names[0]?.text, 'Odo Fennimore')

      await removeList({ ...storage, clock: () => now }, 'tale', 'system')
      now = new Date(now.getTime() + 2 * 3_600_000)
      while (await storage.watchlists.clearStale());
      assert.deepEqual([await countOf('watchlist_entry'), await countOf('watchlist_posting')], [0, 0])
    })

    it('are recorded in the audit log with version and checksum', async () => {
      const entries = await storage.audit.search({ actions: ['list.import', 'list.remove'] }, { limit: 10 })
      assert.deepEqual(entries.map(({ action }) => action).sort(), [
        'list.import',
        'list.import',
        'list.remove',
        'list.remove',
      ])
    })
  })
})
