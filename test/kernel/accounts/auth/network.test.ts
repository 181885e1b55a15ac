import assert from 'node:assert/strict'
import { it } from 'node:test'
import { networkOf } from '../../../../src/kernel/accounts/auth/login-guard.ts'

it('an address counts by itself in IPv4, by its /64 in IPv6', () => {
  assert.equal(networkOf('198.51.100.7'), '198.51.100.7')
  assert.equal(networkOf('::ffff:198.51.100.7'), '198.51.100.7')
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  assert.equal(networkOf('no address'), 'no address')
})
