import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the scripts of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }

  it('start in a fresh clone: they import no package before they have fetched it', () => {
    const launchers = new Set(Object.values(scripts).map((script) => script.split(' ')[1] ?? ''))
    assert.ok(launchers.has('tools/release.mjs'))
    for (const launcher of launchers) assert.deepEqual(packagesFor(join(root, launcher)), [], launcher)
  })

  it('differ from a program that imports one', () => {
    assert.deepEqual(packagesFor(join(root, 'tools/server.mjs')), ['vite', 'marked'])
  })
})

/** What is imported from packages as soon as a file is, by itself and by the files that it imports. */
function packagesFor(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imported = [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)(?: [^'"=(]+ from)? '([^']+)'/gm)]
  return imported.flatMap(([, name = '']) => {
    if (name.startsWith('.')) return packagesFor(join(dirname(file), name), seen)
    return name.startsWith('node:') ? [] : [name]
  })
}
