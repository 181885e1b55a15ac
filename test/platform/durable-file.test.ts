import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'

const program = new URL('../../src/platform/durable-file.ts', import.meta.url).href

it('a file that the disk has no room for leaves nothing behind', { skip: process.platform === 'win32' }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'limen-full-'))
  t.after(() => rm(folder, { recursive: true }))
  const script = `
    const { createDurably, writeDurably } = await import(${JSON.stringify(program)})
    for (const write of [writeDurably, createDurably])
      await write(${JSON.stringify(join(folder, 'picture'))}, Buffer.alloc(1_000_000)).then(
        () => process.exit(1),
        ({ code }) => console.log(code),
      )`
  // A limit of 64 blocks on files stands for the full disk: the write fails in its middle, as it does there.
  const shell = `trap '' XFSZ; ulimit -f 64; exec "$0" --input-type=module -e "$1"`
  const { stdout, stderr } = spawnSync('bash', ['-c', shell, process.execPath, script], { encoding: 'utf8' })
  assert.equal(stdout, 'EFBIG\nEFBIG\n', stderr)
  assert.deepEqual(await readdir(folder), [])
})
