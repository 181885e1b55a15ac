import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
