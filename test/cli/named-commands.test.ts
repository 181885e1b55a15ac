import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('commands that texts name', () => {
  const verbsOf = commands()

  it('are found in cli.ts and lab.ts, with the verbs of their usage', () => {
    assert.ok(verbsOf.has('serve') && verbsOf.has('verify-evidence'), [...verbsOf.keys()].join())
    assert.ok(verbsOf.get('keys')?.has('rotate-master') && verbsOf.get('credentials')?.has('revoke'))
  })

  it('exist', () => {
    const named = texts().flatMap((path) => commandsIn(read(path)).map((command) => ({ path, command })))
    assert.ok(named.length > 25, String(named.length))
    assert.deepEqual(
      named.filter(({ command }) => !exists(command)).map(({ path, command }) => `${path}: ${command}`),
      [],
    )
  })

  it('exist as scripts of package.json too', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
    const unknown = texts().flatMap((path) =>
      [...read(path).matchAll(/\bnpm run ([\w-]+)/g)]
        .filter(([, name = '']) => !scripts.includes(name))
        .map(([text]) => `${path}: ${text}`),
    )
    assert.deepEqual(unknown, [])
  })

  function exists(command: string): boolean {
    const [name = '', verb = ''] = command.split(' ')
    const verbs = verbsOf.get(name)
    return verbs !== undefined && (verbs.size === 0 || !/^[a-z]/.test(verb) || verbs.has(verb))
  }
})

/** Every command with the verbs that its usage shows; none where it takes files and options alone. */
function commands(): Map<string, Set<string>> {
  const listed = ['src/cli/cli.ts', 'lab/lab.ts'].flatMap((list) =>
    [...read(list).matchAll(/^ {2}'?([\w-]+)'?: \{ does: .*import\('(.+?)'\)/gm)].map(([, name = '', file = '']) => ({
      name,
      file: join(dirname(list), file),
    })),
  )
  return new Map(
    listed.map(({ name, file }) => {
      const usage = /const usage = `([\s\S]*?)`/.exec(read(file))?.[1] ?? ''
      const verbs = [...usage.matchAll(new RegExp(`^(?:usage:|\\s+) +${name} ([a-z][\\w-]*)`, 'gm'))]
      return [name, new Set(verbs.map(([, verb = '']) => verb))]
    }),
  )
}

/** The program's own source and everything people read about it. */
function texts(): string[] {
  const under = (folder: string, pattern: RegExp) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name))
  return [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...['docs', 'deploy', 'models', 'lab'].flatMap((folder) => under(folder, /\.md$/)),
    ...under('src', /\.tsx?$/),
  ]
}

/** `npm run cli -- NAME VERB`, `cli NAME VERB` in code type, and the rows of the table of commands. */
function commandsIn(text: string): string[] {
  const called = [
    ...text.matchAll(/npm run (?:cli|lab) -- ([a-z][\w-]*(?: [a-z][\w-]*)?)|`cli ([a-z][\w-]*(?: [a-z][\w-]*)?)/g),
  ]
  const table = /^## Commands\n[\s\S]*?(?=^## |$(?![\s\S]))/m.exec(text)?.[0] ?? ''
  const rows = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
  return [
    ...called.map(([, spoken, short]) => spoken ?? short ?? ''),
    ...rows.flatMap(([, row = '']) => {
      const [name = '', verbs = ''] = row.split(' ')
      return verbs.split('\\|').map((verb) => `${name} ${verb}`)
    }),
  ]
}
