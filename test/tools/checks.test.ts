import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'

const { checks } = (await import(new URL('../../tools/checks.mjs', import.meta.url).href)) as {
  checks: { name: string; args: string[] }[]
}
const root = join(import.meta.dirname, '../..')
const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 }).trim().split('\n')

describe('npm run check', () => {
  it('reads the types of every TypeScript file there is', () => {
    const read = new Set(
      checks
        .filter(({ args }) => args[0]?.endsWith('/tsc'))
        .flatMap(({ args }) => run(process.execPath, [...args, '--listFilesOnly']))
        .map((path) => relative(root, path).replaceAll('\\', '/')),
    )
    const written = run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx']).filter(
      (path) => existsSync(join(root, path)),
    )
    assert.ok(written.length > 500)
    assert.deepEqual(
      written.filter((path) => !read.has(path)),
      [],
    )
  })

  it('lints as well', () => {
    assert.ok(checks.some(({ args }) => args.includes('check') && args[0]?.includes('biome')))
  })
})
