import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { adapterFor } from '../../../src/features/openid/adapter.ts'
import type { OpenIdClient } from '../../../src/features/openid/domain/client.ts'
import type { Session } from '../../../src/kernel/session/session.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import { onEveryDatabase } from '../../support/databases.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const LATER = new Date('2026-06-15T10:10:00.000Z')

const CLIENT: OpenIdClient = {
  id: 'client-one',
  tenant: 'acme',
  mode: 'test',
  name: 'Shop',
  redirectUris: ['https://shop.example/callback'],
  postLogoutRedirectUris: [],
  authMethod: 'client_secret_basic',
  flow: 'identity',
  assurance: 'basic',
  claims: ['given_name'],
  onReferral: 'return',
  waitMinutes: 10,
  secretSha256: 'a'.repeat(64),
  createdAt: NOW,
}

const audit = { at: NOW, tenant: 'acme', actor: 'test', action: 'openid.client.create' } as const

async function openSession({ sessions }: Storage): Promise<string> {
  const id = randomUUID()
  const session: Session = {
    id,
    tenant: 'acme',
    mode: 'test',
    status: 'PENDING',
    version: 0,
    createdAt: NOW,
    expiresAt: LATER,
    request: {},
    images: {},
  }
  assert.equal((await sessions.create(session)).outcome, 'created')
  return id
}

onEveryDatabase((place) => {
  describe('clients', () => {
    it('are kept as they were registered, and end when they are revoked', async () => {
      const { openIdClients: clients, openIdRecords: records, openIdSignIns: signIns, ...storage } = await place.open()
      assert.equal(await clients.any(), false)
      await clients.create(CLIENT, audit)
      assert.equal(await clients.any(), true)
      assert.deepEqual(await clients.find('client-one'), CLIENT)
      assert.deepEqual(await clients.list('acme'), [CLIENT])
      assert.deepEqual(await clients.list('other'), [])

      const sessionId = await openSession({ ...storage, openIdClients: clients } as Storage)
      await signIns.put({ sessionId, clientId: 'client-one', subjectMark: 'm', createdAt: NOW })
      await records.put({ kind: 'AccessToken', id: 'token', content: {}, sessionId, expiresAt: LATER })
      assert.equal(await clients.revoke('client-one', NOW, { ...audit, action: 'openid.client.revoke' }), true)
      assert.equal(await clients.revoke('client-one', NOW, { ...audit, action: 'openid.client.revoke' }), false)
      assert.equal(await clients.find('client-one'), undefined)
      assert.equal(await clients.any(), false)
      assert.equal(await records.find('AccessToken', 'token', NOW), undefined)
    })

    it('give no right if somebody else changed or wrote their row', async () => {
      const { openIdClients: clients, installation, database } = await place.open()
      await clients.create(CLIENT, audit)
      const settings = JSON.stringify({ ...CLIENT, redirectUris: ['https://evil.example/'] })
      await database.db.updateTable('openid_client').set({ settings }).execute()
      assert.equal(await clients.find('client-one'), undefined)
      assert.deepEqual(await clients.list(), [])
      const unsigned = await installation.unsignedRows()
      assert.deepEqual(
        unsigned.map(({ id }) => id),
        ['openid_client:client-one'],
      )
    })
  })

  describe('records', () => {
    it('are found by what only their holder knows, until they expire', async () => {
      const { openIdRecords: records, database } = await place.open()
      const content = { accountId: 'x', claims: { given_name: null } }
      await records.put({ kind: 'Interaction', id: 'an id', content, expiresAt: LATER })
      assert.deepEqual(await records.find('Interaction', 'an id', NOW), { content })
      assert.equal(await records.find('AccessToken', 'an id', NOW), undefined)
      assert.equal(await records.find('Interaction', 'an id', LATER), undefined)
      const rows = JSON.stringify(await database.db.selectFrom('openid_record').selectAll().execute())
      assert.ok(!rows.includes('an id') && !rows.includes('given_name'))
      await records.prune(LATER)
      assert.deepEqual(await database.db.selectFrom('openid_record').select('kind').execute(), [])
    })

    it('can be used once, also by two requests at the same time', async () => {
      const { openIdRecords: records } = await place.open()
      await records.put({ kind: 'AuthorizationCode', id: 'code', content: {}, expiresAt: LATER })
      const used = await Promise.all([1, 2, 3].map(() => records.consume('AuthorizationCode', 'code', NOW)))
      assert.equal(used.filter(Boolean).length, 1)
      assert.deepEqual((await records.find('AuthorizationCode', 'code', NOW))?.consumedAt, NOW)
      assert.equal(await records.consume('AuthorizationCode', 'another', NOW), false)
    })

    it('of what may be used once are kept once, also by two requests at the same time', async () => {
      const { openIdRecords: records, openIdClients } = await place.open()
      const proof = { kind: 'ReplayDetection', id: 'proof', content: { iss: 'client-one' }, expiresAt: LATER }
      const kept = await Promise.all([1, 2, 3].map(() => records.putOnce(proof)))
      assert.equal(kept.filter(Boolean).length, 1)
      assert.deepEqual(await records.find('ReplayDetection', 'proof', NOW), { content: { iss: 'client-one' } })
      const replays = adapterFor({ openIdRecords: records, openIdClients, clock: () => NOW })('ReplayDetection')
      const seen = await Promise.allSettled([1, 2, 3].map(() => replays.upsert?.('another', {}, 60)))
      assert.equal(seen.filter(({ status }) => status === 'fulfilled').length, 1)
    })

    it('end together with their grant', async () => {
      const { openIdRecords: records } = await place.open()
      await records.put({ kind: 'Grant', id: 'grant', content: {}, grantId: 'grant', expiresAt: LATER })
      await records.put({ kind: 'AccessToken', id: 'token', content: {}, grantId: 'grant', expiresAt: LATER })
      await records.put({ kind: 'AccessToken', id: 'other', content: {}, grantId: 'another', expiresAt: LATER })
      await records.removeGrant('grant')
      assert.equal(await records.find('AccessToken', 'token', NOW), undefined)
      assert.equal(await records.find('Grant', 'grant', NOW), undefined)
      assert.ok(await records.find('AccessToken', 'other', NOW))
    })

    it('die with their session: sealed with its key, unreadable from the moment it is marked, and removed', async () => {
      const storage = await place.open()
      const { openIdRecords: records, openIdSignIns: signIns, sessions, database } = storage
      const sessionId = await openSession(storage)
      const put = (id: string) =>
        records.put({ kind: 'AccessToken', id, content: { accountId: sessionId }, sessionId, expiresAt: LATER })
      await put('token')
      await signIns.put({ sessionId, clientId: 'client-one', subjectMark: 'mark', createdAt: NOW })
      assert.ok(await records.find('AccessToken', 'token', NOW))
      await sessions.beginErasure('acme', sessionId)
      assert.equal(await records.find('AccessToken', 'token', NOW), undefined)
      await put('another')
      assert.equal(await records.find('AccessToken', 'another', NOW), undefined)
      await sessions.finishErasure(sessionId)
      assert.deepEqual(await database.db.selectFrom('openid_record').select('kind').execute(), [])
      assert.deepEqual(await signIns.ofSubject('mark'), [])
    })

    it('give no right if somebody else moved them to another session', async () => {
      const storage = await place.open()
      const { openIdRecords: records, openIdSignIns: signIns, database } = storage
      const [one, other] = [await openSession(storage), await openSession(storage)]
      await records.put({ kind: 'AccessToken', id: 'token', content: {}, sessionId: one, expiresAt: LATER })
      await signIns.put({ sessionId: one, clientId: 'client-one', subjectMark: 'mark', createdAt: NOW })
      await database.db.updateTable('openid_record').set({ session_id: other }).execute()
      await database.db.updateTable('openid_sign_in').set({ session_id: other }).execute()
      assert.equal(await records.find('AccessToken', 'token', NOW), undefined)
      assert.deepEqual(await signIns.ofSubject('mark'), [])
    })
  })
})
