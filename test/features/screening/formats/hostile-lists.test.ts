import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { UnreadableList } from '../../../../src/features/screening/formats/list-reader.ts'
import { type OpenedListFile, openListFile } from '../../../../src/features/screening/formats/open-list-file.ts'
import { readListFile } from '../../../../src/features/screening/formats/read-list-file.ts'
import { readTrustedList } from '../../../../src/features/seal/verify/seal-trust.ts'
import { Unusable } from '../../../../src/formats/jws/jws.ts'
import { JobTooLarge } from '../../../../src/platform/thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'limen-hostile-lists-'))
after(() => rmSync(folder, { recursive: true }))
const written = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/lists/${name}`, import.meta.url))

const LEVELS = 40_000
/** Prefixes that nobody declared: a parser that looks for them searches every open element. */
const nested = (root: string) => `<${root}>${'<p:a>'.repeat(LEVELS)}${'</p:a>'.repeat(LEVELS)}</${root}>`
/** Reading as many levels with namespaces took 84 seconds. */
const SOON_MS = 1_000

async function all(file: OpenedListFile) {
  const items = []
  for await (const item of file.entries()) items.push(item)
  return { items, about: file.about, sha256: file.sha256() }
}

describe('a list from outside', () => {
  for (const name of ['eu.xml', 'un.xml', 'sdn_advanced.xml'])
    it(`is read in a thread as it is without one: ${name}`, async () => {
      assert.deepEqual(await all(await readListFile(fixture(name))), await all(await openListFile(fixture(name))))
    })

  it('that nests too deep is refused at once, and the next one is read', async () => {
    const path = written('nested.xml', nested('export'))
    const before = process.cpuUsage()
    await assert.rejects(
      async () => all(await readListFile(path)),
      (error) => error instanceof UnreadableList && error.message === 'nests more than 64 elements',
    )
    const { user } = process.cpuUsage(before)
    assert.ok(user / 1000 < SOON_MS, `${user / 1000} ms`)
    assert.ok((await all(await readListFile(fixture('eu.xml')))).items.length > 0)
  })

  it('that takes more than its budget is refused with a sentence for the operator', async () => {
    const busy = () => Promise.reject(new JobTooLarge('more than 60000 ms of processor time'))
    await assert.rejects(
      readListFile(fixture('eu.xml'), undefined, busy),
      (error) =>
        error instanceof UnreadableList &&
        error.message === 'is not a list: reading it took more than 60000 ms of processor time',
    )
  })

  it('of trusted services that nests too deep is refused at once', () => {
    const before = process.cpuUsage()
    assert.throws(
      () => readTrustedList(Buffer.from(nested('TrustServiceStatusList'))),
      (error) => error instanceof Unusable && /nests more than 64 elements/.test(error.message),
    )
    assert.ok(process.cpuUsage(before).user / 1000 < SOON_MS)
  })
})
