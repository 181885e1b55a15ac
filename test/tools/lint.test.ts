import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

describe('lint', () => {
  let clone: string
  before(() => {
    clone = mkdtempSync(join(tmpdir(), 'limen-lint-'))
    for (const name of ['biome.json', '.gitignore']) copyFileSync(join(root, name), join(clone, name))
    mkdirSync(join(clone, 'src'))
    writeFileSync(join(clone, 'src/good.ts'), 'export const good = 1\n')
    execFileSync('git', ['init', '--quiet'], { cwd: clone })
    execFileSync('git', ['add', '.'], { cwd: clone })
  })
  after(() => rmSync(clone, { recursive: true }))

  it('reads the project and not what the walk in README.md leaves behind', () => {
    const left = leftByTheWalk()
    assert.ok(left.includes('session.json') && left.includes('passport.jpg'), left.join())
    for (const name of left) leave(clone, name)
    const { status, stdout, stderr } = lint(clone)
    assert.equal(status, 0, stdout + stderr)
    assert.equal(execFileSync('git', ['status', '--short'], { cwd: clone, encoding: 'utf8' }).includes('??'), false)
  })

  it('does not read other files that lie next to the project either', () => {
    leave(clone, 'my-policy.json')
    leave(clone, 'passport')
    assert.equal(lint(clone).status, 0)
  })

  it('fails on a bad file of the project', () => {
    writeFileSync(join(clone, 'src/bad.ts'), 'export  const bad = "1";')
    assert.equal(lint(clone).status, 1)
    rmSync(join(clone, 'src/bad.ts'))
  })

  it('reads every folder that holds source', () => {
    const { includes } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')).files as { includes: string[] }
    const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.json'], {
      cwd: root,
      encoding: 'utf8',
    })
    const places = new Set(
      tracked
        .trim()
        .split('\n')
        .map((path) => (path.includes('/') ? `${path.split('/')[0]}/**` : path)),
    )
    assert.deepEqual(
      [...places].filter((place) => !includes.includes(place)),
      ['openapi.json', 'package-lock.json'],
      'only what programs write is left out',
    )
  })
})

function lint(folder: string) {
  return spawnSync(process.execPath, [biome, 'check', '.'], { cwd: folder, encoding: 'utf8' })
}

/** The files and folders that the commands in README.md write or ask for. */
function leftByTheWalk(): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n')
  const named = [...commands.matchAll(/(?:\btee|--out|--portrait|-o) ([\w./-]+)|@([\w./-]+)/g)]
  return [...new Set(named.map(([, written, read]) => (written ?? read ?? '').split('/')[0] ?? ''))]
}

/** A file, or a folder of files, that no formatter would leave as it is. */
function leave(clone: string, name: string): void {
  if (name.includes('.')) writeFileSync(join(clone, name), '{"a":\n\n1}')
  else {
    mkdirSync(join(clone, name))
    writeFileSync(join(clone, name, 'truth.json'), '{"a":\n\n1}')
  }
}
