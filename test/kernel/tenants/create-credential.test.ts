import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPasswordCheck } from '../../../src/kernel/accounts/api-password.ts'
import { applyApiPassword, createCredential, ensureFirstCredential } from '../../../src/kernel/accounts/credentials.ts'
import { ensureDefaultTenant } from '../../../src/kernel/tenants/tenants.ts'
import { onEveryDatabase } from '../../support/databases.ts'

const FIRST = 'the first words of the operator'
const SECOND = 'other words of the same operator'

onEveryDatabase((place) => {
  const open = async () => {
    const clock = () => new Date('2026-06-15T10:00:00Z')
    const ports = { ...(await place.open({ clock })), clock }
    await ensureDefaultTenant(ports, 90)
    return ports
  }

  describe('the password of the settings', () => {
    it('takes effect when it has changed, is recorded, and says so once', async () => {
      const ports = await open()
      await ensureFirstCredential(ports, { username: 'shop', password: FIRST, mode: 'test' })
      assert.equal(await applyApiPassword(ports, { username: 'shop', password: FIRST }), undefined)
      assert.match((await applyApiPassword(ports, { username: 'shop', password: SECOND })) ?? '', /has changed/)
      assert.equal(await applyApiPassword(ports, { username: 'shop', password: SECOND }), undefined)
      const check = createPasswordCheck()
      const credential = await ports.credentials.find('shop')
      assert.equal(await check(credential, SECOND, { network: 'here' }), 'right')
      assert.equal(await check(credential, FIRST, { network: 'here' }), 'wrong')
      const [entry] = await ports.audit.list({ tenant: 'default' }, 1)
      assert.deepEqual([entry?.action, entry?.detail], ['credential.password', { username: 'shop' }])
    })

    it('says why it has none', async () => {
      const ports = await open()
      await ensureFirstCredential(ports, { username: 'shop', password: FIRST, mode: 'test' })
      assert.equal(await applyApiPassword(ports, {}), undefined)
      assert.match((await applyApiPassword(ports, { password: SECOND })) ?? '', /without API_USERNAME/)
      assert.match(
        (await applyApiPassword(ports, { username: 'nobody', password: SECOND })) ?? '',
        /does not name an active credential/,
      )
    })

    it('is not taken when guessers try it first', async () => {
      const ports = await open()
      const made = await createCredential(ports, {
        tenant: 'default',
        mode: 'live',
        password: 'passwordpassword',
        actor: 'test',
      })
      assert.deepEqual(made, { ok: false, refusal: 'WEAK_PASSWORD' })
    })
  })
})
