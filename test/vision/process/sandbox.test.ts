import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { residentBytesOf } from '../../../src/vision/process/child.ts'
import { ENGINE_FLAGS } from '../../../src/vision/process/engine-flags.ts'
import {
  findSandbox,
  forkSandboxed,
  readableFor,
  type Sandbox,
  trySandbox,
} from '../../../src/vision/process/sandbox.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'

const TRIAL_PROGRAM = fileURLToPath(new URL('../../../src/vision/process/sandbox-trial.ts', import.meta.url))
const readable = readableFor(DEFAULT_SETTINGS)
const linux = process.platform === 'linux'

describe('the sandbox of a worker', () => {
  let folder: string
  let secret: string
  const sandbox = findSandbox(readable)

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'limen-sandbox-'))
    secret = path.join(folder, 'master.key')
    await writeFile(secret, 'a key', { mode: 0o600 })
  })
  after(async () => {
    await rm(folder, { recursive: true })
  })

  it('keeps in a worker that tries to read the key, write, start a program and open a socket', async () => {
    const report = await tryAll(sandbox)
    assert.equal(report.readSecret, false)
    assert.equal(report.readEnvironment, false)
    assert.equal(report.wroteFile, false)
    assert.equal(report.startedProcess, false)
    assert.equal(report.openedSocket, !sandbox.network)
    if (sandbox.user) assert.notEqual(report.user, process.getuid?.())
    assert.deepEqual(report.flags.slice(0, ENGINE_FLAGS.length), ENGINE_FLAGS, 'and it tidies up on its own thread')
  })

  it('has the walls that the machine grants; one that is not granted is left out and the rest stand', async () => {
    const bare: Sandbox = { files: true, network: false, user: false, memory: undefined, endsWithParent: false }
    const report = await tryAll(bare)
    assert.equal(report.readSecret, false)
    assert.equal(report.openedSocket, true, 'without a network of its own it reaches this one')
    assert.equal(report.user, process.getuid?.())
  })

  it('does not ask for a user who could not read the program', { skip: process.getuid?.() !== 0 }, async () => {
    const closed = path.join(folder, 'closed')
    await writeFile(closed, '')
    await chmod(closed, 0o600)
    assert.equal(findSandbox([...readable, closed]).user, false)
  })

  it('ends a worker that asks for 8 GB, far below them', { skip: !linux }, async () => {
    const trial = forkSandboxed(TRIAL_PROGRAM, { ...sandbox, memory: 1_500_000_000 }, readable)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, residentBytesOf(trial.pid))
    }, 5)
    const answered = new Promise((resolve) => trial.once('message', resolve))
    trial.send({ allocate: 8_000_000_000 })
    const ended = await Promise.race([once(trial, 'exit').then(() => 'ended'), answered])
    clearInterval(watch)
    trial.kill('SIGKILL')
    assert.equal(ended, 'ended')
    assert.ok(most < 1_600_000_000, `it held ${most}`)
  })

  const tryAll = (walls: Sandbox) => trySandbox(walls, readable, secret)
})
