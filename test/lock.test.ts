import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

interface Entry {
  optionalDependencies?: Record<string, string>
  resolved?: string
}

describe('package-lock.json', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, Entry>
  }

  it('names the packages of every platform: npm ci refuses one that does not', () => {
    const missing = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !lock.packages[`${place}/node_modules/${name}`] && !lock.packages[`node_modules/${name}`],
      ),
    )
    assert.deepEqual(missing, [])
  })

  it('names no registry: it installs from whichever the machine uses', () => {
    assert.deepEqual(
      Object.entries(lock.packages).filter(([, { resolved }]) => resolved),
      [],
    )
  })
})
