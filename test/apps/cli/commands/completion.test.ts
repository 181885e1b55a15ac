import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { commandTable } from '../../../../src/apps/cli/command-table.ts'
import { completionFor, SHELLS } from '../../../../src/apps/cli/commands/completion.ts'
import { loadAll } from '../../../../src/platform/cli/run-command-line.ts'
import { listLeaves } from '../leaves.ts'

const commands = await loadAll(commandTable)
const isThere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

describe('shell completion', () => {
  const folder = mkdtempSync(join(tmpdir(), 'limen-completion-'))
  after(() => rmSync(folder, { recursive: true }))

  for (const shell of SHELLS) {
    const script = completionFor(shell, commands)

    it(`names every command and verb for ${shell}`, async () => {
      for (const [name] of await listLeaves(commandTable))
        for (const word of name.split(' ')) assert.ok(script.includes(word), name)
    })

    it(`is a script that ${shell} takes`, { skip: !isThere(shell) && `there is no ${shell} here` }, () => {
      const file = join(folder, `limen.${shell}`)
      writeFileSync(file, script)
      const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
      assert.deepEqual([status, stderr], [0, ''])
    })
  }

  it('offers commands, then verbs, then options in bash', { skip: !isThere('bash') && 'there is no bash here' }, () => {
    const file = join(folder, 'complete.bash')
    writeFileSync(file, completionFor('bash', commands))
    const offered = (...words: string[]) => {
      const typed = ['limen', ...words].map((word) => `'${word}'`).join(' ')
      const line = `source ${file}; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _limen; echo "\${COMPREPLY[*]}"`
      return spawnSync('bash', ['-c', line], { encoding: 'utf8' }).stdout.trim().split(' ')
    }
    assert.deepEqual(offered('cred'), ['credentials'])
    assert.deepEqual(offered('credentials', ''), ['create', 'list', 'revoke'])
    assert.deepEqual(offered('credentials', 'create', '--l'), ['--live', '--label'])
    assert.deepEqual(offered('credentials', 'create', '--live', '--te'), ['--tenant'])
    assert.deepEqual(offered('help', 'keys', 'rotate-s'), ['rotate-signing'])
  })
})
