import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { settings } from '../../src/kernel/config.ts'

const unit = fileURLToPath(new URL('../../deploy/limen.service', import.meta.url))
const text = readFileSync(unit, 'utf8')
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })

/** `security --offline` came with version 250. */
const [, version = '0'] = /systemd (\d+)/.exec(analyze('--version').stdout ?? '') ?? []
const skip = Number(version) >= 250 ? false : 'systemd-analyze 250 or later is not on this machine'

describe('the unit of systemd', () => {
  it('is rated at 2.0 or better', { skip }, () => {
    const { stdout, stderr } = analyze('security', '--offline=true', '--no-pager', unit)
    const [, level] = /Overall exposure level for limen\.service: ([\d.]+)/.exec(stdout) ?? []
    assert.ok(level !== undefined, stderr)
    assert.ok(Number(level) <= 2, `${level}\n${stdout}`)
  })

  it('is understood whole: no setting that systemd does not know, and no value that it passes over', { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'limen-unit-'))
    try {
      // Where Node is differs between machines, and systemd looks whether it is there.
      const here = text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      const verify = (content: string) => {
        const file = join(folder, 'limen.service')
        writeFileSync(file, content)
        return analyze('verify', '--man=no', file)
      }
      const { status, stderr } = verify(here)
      assert.deepEqual([status, stderr], [0, ''])
      assert.match(verify(here.replace('ProtectClock=', 'ProtectClocks=')).stderr, /ProtectClocks/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('starts as a user of its own what npm start starts', () => {
    assert.match(text, /^User=(?!root)\w+$/m)
    assert.match(text, /^ExecStart=\S+\/node --disable-warning=ExperimentalWarning dist\/server\/cli\.js serve$/m)
  })

  it('lets workers be put into namespaces, and stops after the service has had its time', () => {
    assert.match(text, /^RestrictNamespaces=user net$/m)
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(text) ?? []
    assert.ok(Number(seconds) > settings.stopSeconds.fallback)
  })

  it('allows the port that is the default', () => {
    assert.match(text, new RegExp(`^SocketBindAllow=tcp:${settings.port.fallback}$`, 'm'))
  })
})
