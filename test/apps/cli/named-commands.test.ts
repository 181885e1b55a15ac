import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { commandTable } from '../../../src/apps/cli/command-table.ts'
import { isGroup } from '../../../src/platform/cli/command.ts'
import { loadAll } from '../../../src/platform/cli/run-command-line.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const verbsOf = await verbsByCommand()

describe('commands that texts name', () => {
  it('are found in the table and in lab.ts, with their verbs', () => {
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

/** Every command with its verbs; none where it takes arguments and options alone. */
async function verbsByCommand(): Promise<Map<string, Set<string>>> {
  const commands = await loadAll(commandTable)
  const laboratory = [...read('lab/lab.ts').matchAll(/^ {2}'?([\w-]+)'?: \{ does: /gm)]
  return new Map([
    ...commands.map(
      ([name, command]) =>
        [
          name,
          new Set(isGroup(command) ? Object.keys(command.commands).map((verb) => verb.split(' ')[0] ?? verb) : []),
        ] as const,
    ),
    ...laboratory.map(([, name = '']) => [name, new Set<string>()] as const),
  ])
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
