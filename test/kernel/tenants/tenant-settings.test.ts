import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTenantSettings } from '../../../src/kernel/tenants/tenant-settings.ts'

describe('the app of a tenant that reads chips', () => {
  const read = (chipApp: unknown) => readTenantSettings({ chipApp }, 90)

  it('is an https link', () => {
    const settings = read('https://app.bank.example/read-chip?from=limen')
    assert.equal(settings.ok && settings.value.chipApp, 'https://app.bank.example/read-chip?from=limen')
  })

  it('is refused where any app could claim it, or where its fragment is taken', () => {
    for (const wrong of [
      'bank://read',
      'javascript:alert(1)',
      'http://bank.example/',
      'https://bank.example/#x',
      'read',
      7,
    ]) {
      const settings = read(wrong)
      assert.ok(!settings.ok && settings.refusal.includes('chipApp must be an absolute https address'), String(wrong))
    }
  })
})

describe('tenant settings', () => {
  const refusalOf = (json: object) => {
    const settings = readTenantSettings(json, 90)
    return settings.ok ? undefined : settings.refusal
  }

  it('have no name that every object has', () => {
    for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'nothing'])
      for (const value of [undefined, 'always', 1, {}])
        assert.equal(
          refusalOf(Object.defineProperty({}, name, { value, enumerable: true })),
          `${name} is not a setting`,
        )
  })

  it('have addresses that can be opened', () => {
    for (const name of ['returnUrl', 'webhookUrl', 'chipApp'])
      for (const wrong of [
        'https://[',
        'https://?',
        'https://shop.example:99999/',
        'https://256.1.1.1',
        'https://a<b/',
      ])
        assert.match(refusalOf({ [name]: wrong }) ?? '', new RegExp(`^${name} must be an absolute https address`))
  })
})
