import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { levelsOfAssurance } from '../../../../src/kernel/decision/assurance.ts'
import { ASSURANCE_LEVELS } from '../../../../src/kernel/decision/levels.ts'
import { commandLine, played, setEnvironment } from '../command-line.ts'

describe('the level of assurance on the command line', () => {
  const line = commandLine()
  after(() => line.remove())
  const levelOf = () => line.stored(async ({ tenants }) => (await tenants.load('default'))?.settings.assurance)
  const answered = async (answer: string) => {
    const back = setEnvironment({ DATA_DIR: line.file('.') })
    try {
      return await played(['credentials', 'create', '--live'], { answer })
    } finally {
      back()
    }
  }

  it('is asked for with a live credential, with what each level lets through in a line', async () => {
    await line.run('tenants', 'create', 'default')
    const chosen = await answered('standard')
    assert.equal(chosen.status, 0)
    for (const level of ASSURANCE_LEVELS)
      assert.match(
        chosen.stderr,
        new RegExp(`^${level} .* of genuine people approved .* attacks approved.* hours`, 'm'),
      )
    assert.match(chosen.stdout, /^assurance standard$/m)
    assert.equal(await levelOf(), 'standard')
    assert.equal((await answered('')).status, 0)
    assert.equal(await levelOf(), 'standard', 'no answer keeps what the tenant has')
    assert.equal((await answered('highest')).status, 2)
  })

  it('is given with --assurance where nobody can be asked, and stays as it is where it is not given', async () => {
    const made = await line.run('credentials', 'create', '--live', '--assurance', 'basic', '--json')
    assert.equal(JSON.parse(made.stdout).assurance, 'basic')
    assert.equal(await levelOf(), 'basic')
    const other = await line.run('credentials', 'create', '--live')
    assert.match(other.stdout, /^assurance basic$/m)
    assert.match(other.stdout, /^high .* attacks approved/m)
    assert.equal(await levelOf(), 'basic')
    assert.equal((await line.run('credentials', 'create', '--assurance', 'basic')).status, 2)
  })

  it('is what `policy show` and `policy check` compare a policy with', async () => {
    const shown = JSON.parse((await line.run('policy', 'show')).stdout)
    assert.deepEqual(
      [shown.name, shown.assurance],
      ['assurance-basic', { chosen: 'basic', level: 'basic', differing: [] }],
    )
    const { factors } = levelsOfAssurance().standard.policy
    const own = {
      ...levelsOfAssurance().standard.policy,
      name: 'ours',
      factors: { ...factors, duplicateCheck: { ...factors.duplicateCheck, weight: 4 } },
    }
    writeFileSync(line.file('own.json'), JSON.stringify(own))
    const checked = await line.run('policy', 'check', line.file('own.json'))
    assert.match(checked.stdout, /comes closest to the level standard; differs in duplicateCheck\.weight/)
    writeFileSync(line.file('shown.json'), JSON.stringify(shown))
    assert.equal((await line.run('policy', 'check', line.file('shown.json'))).status, 0, 'what was shown can be used')
    assert.match(
      (await line.run('policy', 'use', line.file('own.json'))).stdout,
      /chose the level basic, which decides/,
    )
  })
})
