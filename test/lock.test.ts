import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

interface Entry {
  optionalDependencies?: Record<string, string>
  resolved?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  libc?: string[]
}

/** On Linux with glibc, on x64 and arm64, the service was installed. */
const FOREIGN = /^node_modules\/@napi-rs\/canvas-(android|darwin|win32|linux-(arm-|riscv64|\w+-musl))/

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

  it('has the digest of every package, but of drawing on platforms where it was never installed', () => {
    const without = Object.entries(lock.packages).filter(
      ([place, { integrity, link }]) => place.includes('node_modules/') && !integrity && !link,
    )
    // The registry that was asked has these binaries of earlier versions alone, which draw specimens otherwise.
    const others = without.filter(([place, { optional }]) => optional && FOREIGN.test(place))
    assert.deepEqual(without, others)
    assert.ok(others.length <= 9, `${others.length}: the number only goes down`)
  })

  it('names no registry: it installs from whichever the machine uses', () => {
    assert.deepEqual(
      Object.entries(lock.packages).filter(([, { resolved, link }]) => resolved && !link),
      [],
    )
  })
})

describe('the lock file of the generators', () => {
  it('has every digest, and names no registry', () => {
    const lock = JSON.parse(readFileSync(new URL('generators/package-lock.json', import.meta.url), 'utf8'))
    for (const [place, entry] of Object.entries<Entry>(lock.packages).filter(([place]) => place))
      assert.ok(entry.integrity && !entry.resolved, place)
  })
})
