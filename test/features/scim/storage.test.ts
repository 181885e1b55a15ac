import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { ScimGroup, ScimUser } from '../../../src/features/scim/domain/resources.ts'
import { onEveryDatabase } from '../../support/databases.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const audit = { at: NOW, tenant: '*', actor: 'test', action: 'scim.user.change' } as const

const userOf = (name: string): ScimUser => ({
  id: randomUUID(),
  userName: name,
  externalId: `id of ${name}`,
  active: true,
  createdAt: NOW,
  changedAt: NOW,
})
const groupOf = (displayName: string, members: string[] = []): ScimGroup => ({
  id: randomUUID(),
  displayName,
  members,
  createdAt: NOW,
  changedAt: NOW,
})

onEveryDatabase((place) => {
  describe('what the directory sends', () => {
    it('is kept as it was sent, once under a name and an id, without regard to case', async () => {
      const { scim } = await place.open()
      const [una, other] = [userOf('Una'), userOf('other')]
      assert.equal(await scim.createUser(una, audit), true)
      assert.equal(await scim.createUser(other, audit), true)
      assert.equal(await scim.createUser({ ...userOf('UNA'), externalId: 'x' }, audit), false)
      assert.equal(await scim.createUser({ ...userOf('x'), externalId: una.externalId }, audit), false)
      assert.deepEqual(await scim.findUsers({ userName: 'una' }), [una])
      const renamed = await scim.changeUser(other.id, (user) => ({ ...user, userName: 'uNa' }), audit)
      assert.equal(renamed, 'taken')
      assert.deepEqual(await scim.findUsers({ id: other.id }), [other])
      assert.equal(await scim.changeUser('nobody', (user) => user, audit), undefined)

      assert.equal(await scim.createGroup(groupOf('Desk'), audit), true)
      assert.equal(await scim.createGroup(groupOf('desk'), audit), false)
      assert.deepEqual(await scim.deleteUser(una.id, audit), una)
      assert.equal(await scim.deleteUser(una.id, audit), undefined)
      assert.equal(await scim.createUser(userOf('una'), audit), true)
    })

    it('loses no member when two changes come at the same time', async () => {
      const { scim } = await place.open()
      const desk = groupOf('desk')
      await scim.createGroup(desk, audit)
      const ids = Array.from({ length: 8 }, () => randomUUID())
      const add = (id: string) =>
        scim.changeGroup(desk.id, (group) => ({ ...group, members: [...group.members, id] }), audit)
      await Promise.all(ids.map(add))
      const [found] = await scim.findGroups({ displayName: 'DESK' })
      assert.deepEqual([...(found?.members ?? [])].sort(), ids.toSorted())
    })

    it('takes a logout token once, also in two requests at the same time', async () => {
      const { signIns } = await place.open()
      const expiresAt = new Date(NOW.getTime() + 60_000)
      const logout = { signIn: { subject: 'una' }, tokenId: 'token', expiresAt }
      const used = await Promise.all([1, 2, 3].map(() => signIns.endByProvider(logout, NOW, () => audit)))
      assert.equal(used.filter(Boolean).length, 1)
      const later = new Date(expiresAt.getTime() + 1)
      assert.equal(await signIns.endByProvider(logout, later, () => audit), true, 'forgotten')
    })

    it('takes a logout token again whose sign-ins could not be ended', async () => {
      const { signIns } = await place.open()
      const own = { idSha256: 'a', username: 'una', passwordMark: '', network: '', agent: '' }
      await signIns.create({ ...own, provider: { subject: 'una' }, createdAt: NOW, seenAt: NOW })
      const logout = { signIn: { subject: 'una' }, tokenId: 'token', expiresAt: new Date(NOW.getTime() + 60_000) }
      const fails = signIns.endByProvider(logout, NOW, () => {
        throw new Error('the disk is full')
      })
      await assert.rejects(fails, /the disk is full/)
      assert.ok(await signIns.find('a'))
      assert.equal(await signIns.endByProvider(logout, NOW, () => audit), true)
      assert.equal(await signIns.find('a'), undefined)
    })
  })
})
