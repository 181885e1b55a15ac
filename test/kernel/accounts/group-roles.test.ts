import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accessOf, readGroupRoles } from '../../../src/kernel/accounts/group-roles.ts'

describe('groups and what they give', () => {
  const rules = readGroupRoles('chiefs=admin; desk=reviewer; CN=shop,OU=desk=reviewer:shop+outlet; bank=reviewer:bank')

  it('give the most that any of them gives, and tenants add up', () => {
    assert.deepEqual(accessOf(rules, ['bank', 'chiefs']), { role: 'admin' })
    assert.deepEqual(accessOf(rules, ['bank', 'desk']), { role: 'reviewer' })
    assert.deepEqual(accessOf(rules, ['CN=shop,OU=desk', 'bank']), {
      role: 'reviewer',
      tenants: ['bank', 'outlet', 'shop'],
    })
  })

  it('give nothing to whom no rule names, whatever the letters look like', () => {
    for (const groups of [[], ['Chiefs'], ['chiefs '], ['chief'], ['admin'], ['__proto__']])
      assert.equal(accessOf(rules, groups), undefined, groups.join())
  })

  it('are refused when a rule cannot be understood', () => {
    for (const text of ['', ';', 'desk', 'desk=', '=admin', 'desk=root', 'desk=admin:shop', 'desk=reviewer:'])
      assert.throws(() => readGroupRoles(text), /wants group=admin/, text)
  })
})
