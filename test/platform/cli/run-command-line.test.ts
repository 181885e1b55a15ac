import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineCommand, defineGroup } from '../../../src/platform/cli/command.ts'
import type { CommandTable } from '../../../src/platform/cli/run-command-line.ts'
import { UsageError } from '../../../src/platform/cli/usage.ts'
import { played } from '../../apps/cli/command-line.ts'

describe('a command line', () => {
  const done: unknown[] = []
  const table: CommandTable = {
    paint: async () => ({
      command: defineCommand({
        summary: 'paint walls',
        arguments: { wall: { description: 'which' }, more: { description: 'others', many: true, optional: true } },
        options: {
          colour: { type: 'string', choices: ['red', 'blue'], default: 'red', description: 'of the paint' },
          coats: { type: 'integer', default: 1, description: 'how many' },
          with: { type: 'string', multiple: true, description: 'a tool' },
          wet: { type: 'boolean', description: 'on wet plaster' },
        },
        run: async ({ args, options }) => {
          done.push({ ...args, ...options })
          return { text: 'painted', data: { painted: args.wall } }
        },
      }),
    }),
    wall: async () => ({
      command: defineGroup({
        summary: 'work on walls',
        commands: {
          remove: defineCommand({
            summary: 'remove a wall',
            arguments: { wall: { description: 'which' } },
            destroys: true,
            run: async ({ args: { wall }, confirm }) => {
              if (wall === 'none') throw new UsageError('there is no such wall')
              await confirm(`remove ${wall}`)
              done.push(wall)
              return { text: 'removed', data: { removed: wall } }
            },
          }),
        },
      }),
    }),
  }
  const play = (words: string[], answer?: string) => {
    done.length = 0
    return played(words, { table, ...(answer !== undefined && { answer }) })
  }

  it('gives a command its arguments and options, in any order', async () => {
    const words = ['paint', '--wet', 'north', '--with', 'brush', '--coats=2', 'south', '--with', 'roller']
    assert.deepEqual(await play(words), { status: 0, stdout: 'painted', stderr: '' })
    assert.deepEqual(done, [
      { wall: 'north', more: ['south'], colour: 'red', coats: 2, with: ['brush', 'roller'], wet: true },
    ])
  })

  it('prints data under --json', async () => {
    assert.deepEqual(JSON.parse((await play(['paint', 'north', '--json'])).stdout), { painted: 'north' })
  })

  it('refuses what does not fit in one sentence, names what was meant, and does nothing', async () => {
    for (const [words, sentence] of [
      [['pant', 'north'], "there is no command 'pant'; did you mean paint?"],
      [['quit'], "there is no command 'quit'; npm run cli -- help lists them"],
      [['wall'], 'wall needs one of remove; see: npm run cli -- help wall'],
      [['wall', 'removes', 'x'], "there is no command 'wall removes'; did you mean wall remove?"],
      [['paint'], 'paint needs WALL; see: npm run cli -- help paint'],
      [['paint', 'north', '--color', 'red'], 'paint has no option --color; did you mean --colour?'],
      [['paint', 'north', '--colour', 'blu'], "paint: --colour takes one of red, blue, not 'blu'; did you mean blue?"],
      [['paint', 'north', '--colour'], 'paint: --colour needs a value, as in --colour red|blue'],
      [['paint', 'north', '--coats', 'two'], "paint: --coats takes a whole number, not 'two'"],
      [['paint', 'north', '--colour', '--wet'], 'paint: --colour needs a value, as in --colour red|blue'],
      [['paint', 'north', '--wet=yes'], 'paint: --wet takes no value'],
      [['paint', 'north', '--with', ''], 'paint: --with needs a value that is not empty'],
      [
        ['wall', 'remove', 'a', 'b', '--yes'],
        "wall remove takes WALL and nothing more: 'b' is too many; see: npm run cli -- help wall remove",
      ],
    ] as const) {
      assert.deepEqual(await play([...words]), { status: 2, stdout: '', stderr: sentence }, words.join(' '))
      assert.deepEqual(done, [], words.join(' '))
    }
  })

  it('asks on a terminal before something is destroyed', async () => {
    const agreed = await play(['wall', 'remove', 'north'], 'y')
    assert.deepEqual(agreed, { status: 0, stdout: 'removed', stderr: 'This will remove north. Go on? [y/N] ' })
    for (const answer of ['', 'n', 'yesterday']) {
      const { status, stderr } = await play(['wall', 'remove', 'north'], answer)
      assert.equal(status, 1)
      assert.match(stderr, /Nothing was changed/)
      assert.deepEqual(done, [], answer)
    }
  })

  it('needs --yes where nobody can be asked, and tries under --dry-run', async () => {
    assert.equal((await play(['wall', 'remove', 'north'])).status, 2)
    assert.deepEqual(done, [])
    const tried = await play(['wall', 'remove', 'north', '--dry-run', '--yes'])
    assert.deepEqual(
      [tried.status, tried.stdout],
      [0, 'This would remove north.\nNothing was changed: --dry-run was given.'],
    )
    assert.deepEqual(JSON.parse((await play(['wall', 'remove', 'north', '--dry-run', '--json'])).stdout), {
      dryRun: true,
      would: 'remove north',
    })
    assert.deepEqual(done, [])
    assert.equal((await play(['wall', 'remove', 'none', '--dry-run'])).status, 2)
    assert.equal((await play(['wall', 'remove', 'north', '--yes'])).status, 0)
    assert.deepEqual(done, ['north'])
  })

  it('leaves the stack to a bug', async () => {
    const broken: CommandTable = {
      fail: async () => ({
        command: defineCommand({
          summary: 'fail',
          run: async () => {
            throw new TypeError('a bug')
          },
        }),
      }),
    }
    await assert.rejects(played(['fail'], { table: broken }), /a bug/)
  })

  it('lists every command, and tells its version', async () => {
    for (const words of [[], ['help'], ['--help'], ['-h']]) {
      const { status, stdout } = await play(words)
      assert.equal(status, 0)
      assert.match(stdout, /^ {2}paint +paint walls$/m)
    }
    assert.match((await played(['--version'])).stdout, /^\d+\.\d+\.\d+/)
  })
})
