import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { commandLine } from '../command-line.ts'

describe('setup', () => {
  const line = commandLine()
  after(() => line.remove())

  it('says what to do first where there is no tenant yet, and names one that there is not', async () => {
    const empty = await line.run('setup')
    assert.deepEqual([empty.status, empty.stderr.trim()], [2, 'there is no tenant yet: start the service once'])
    assert.match((await line.run('setup', '--tenant', 'nobody')).stderr, /there is no tenant 'nobody'/)
  })

  it('lists what is open, keeps answers and takes them back', async () => {
    await line.run('tenants', 'create', 'default')
    const stateOf = async (...call: string[]) => {
      const { status, stdout } = await line.run('setup', ...call, '--json')
      const lines = JSON.parse(stdout) as { step: string; state: string }[]
      return { status, backup: lines.find(({ step }) => step === 'backup')?.state }
    }
    assert.deepEqual(await stateOf(), { status: 1, backup: 'open' })
    assert.deepEqual(await stateOf('backup', 'skipped'), { status: 1, backup: 'skipped' })
    assert.deepEqual(await stateOf('backup', 'open'), { status: 1, backup: 'open' })
    assert.equal((await line.run('setup', 'nothing', 'done')).status, 2)
    assert.equal((await line.run('setup', 'backup', 'perhaps')).status, 2)
  })
})
