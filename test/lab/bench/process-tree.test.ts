import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { cpuMsOf } from '../../../lab/bench/support/process-tree.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'processes are read from /proc' }

describe('the time of processes', linux, () => {
  it('counts what their children work', async () => {
    const work =
      'const end = process.cpuUsage().user + 300000; while (process.cpuUsage().user < end);console.log("done")'
    // A group of its own, so that it ends with all that it started.
    const parent = spawn('sh', ['-c', `${process.execPath} -e '${work}; setInterval(() => {}, 1000)' & wait`], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    try {
      await once(parent.stdout, 'data')
      assert.ok(cpuMsOf([parent.pid ?? 0]) >= 290)
    } finally {
      process.kill(-(parent.pid ?? 0))
    }
  })

  it('says when a process is not there', () => {
    assert.throws(() => cpuMsOf([2 ** 30]), /no process/)
  })
})
