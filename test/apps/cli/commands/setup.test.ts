import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { commandLine } from '../command-line.ts'

describe('setup', () => {
  const line = commandLine()
  after(() => line.remove())

  it('says what to do first where there is no tenant yet, and names one that there is not', async () => {
    const first = /^there is no tenant 'default': start the service once, or make it: .* tenants create default$/
    for (const call of [['setup'], ['policy', 'show'], ['credentials', 'create', '--live']]) {
      const empty = await line.run(...call)
      assert.equal(empty.status, 2)
      assert.match(empty.stderr.trim(), first, call.join(' '))
    }
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
    const { status, stderr } = await line.run('setup', 'nothing', 'done')
    assert.deepEqual([status, /there are \w+, address, purpose/.test(stderr)], [2, true])
    assert.equal((await line.run('setup', 'backup', 'perhaps')).status, 2)
  })
})
