import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { applyApiPassword, createCredential, revokeCredential } from '../../../src/kernel/accounts/credentials.ts'
import { changeReviewer, createReviewer } from '../../../src/kernel/accounts/manage-reviewers.ts'
import { switchOffSecondFactor } from '../../../src/kernel/accounts/second-factor.ts'
import { replayWebhooks, rotateWebhookSecret } from '../../../src/kernel/events/webhooks.ts'
import { rotateMasterKey, rotateSigningKey } from '../../../src/kernel/operations/maintain.ts'
import { claimCase, releaseCase } from '../../../src/kernel/review/claim-case.ts'
import { move } from '../../../src/kernel/session/session.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import { changeTenant, createTenant } from '../../../src/kernel/tenants/tenants.ts'
import { freshSession } from '../../storage/sample.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { doubtful, store } from './decided-sessions.ts'

const actor = 'cli'
const PASSWORD = 'a phrase that somebody chose'

onEveryDatabase((place) => {
  const clock = () => new Date()

  describe('a change of accounts, credentials and tenants', () => {
    let storage: Storage
    let ports: Storage & { clock: typeof clock }
    let sessionId: string
    const chief = { username: 'chief', role: 'admin' } as const
    before(async () => {
      storage = await place.open()
      ports = { ...storage, clock }
      for (const username of ['chief', 'deputy']) await createReviewer(ports, { username, role: 'admin', actor })
      await createCredential(ports, { tenant: 'acme', mode: 'test', username: 'shop', password: PASSWORD, actor })
      const outcome = await store(ports, doubtful())
      sessionId = outcome.id
      // An event that was given up, so that there is one to send again.
      const waits = freshSession()
      await storage.sessions.create(waits)
      await storage.sessions.save(move(waits, 'expire'), { events: [{ type: 'status', status: 'EXPIRED' }] })
      for (const { id } of await storage.outbox.claim('node', new Date(Date.now() + 1000), 60, 9))
        await storage.outbox.failed(id, new Date(), 'answered 404')
    })

    const changes: Record<string, () => Promise<unknown>> = {
      'a new account': () => createReviewer(ports, { username: 'ada', role: 'reviewer', actor }),
      'a role': () => changeReviewer(ports, 'deputy', { role: 'reviewer' }, actor),
      'a disabled account': () => changeReviewer(ports, 'deputy', { disabled: true }, actor),
      'a new password': () => changeReviewer(ports, 'deputy', { reset: true }, actor),
      'a second factor': async () => {
        const deputy = await storage.reviewers.byUsername('deputy')
        if (deputy) await switchOffSecondFactor(ports, deputy)
      },
      'a new tenant': () => createTenant(ports, { id: 'other', name: 'Other', retentionDays: 9, actor }),
      'a setting': () => changeTenant(ports, 'acme', { settings: { retentionDays: 3 } }, actor),
      'a webhook secret': () => rotateWebhookSecret(ports, { tenant: 'acme', actor }),
      'a new credential': () => createCredential(ports, { tenant: 'acme', mode: 'test', username: 'till', actor }),
      "a credential's password": () => applyApiPassword(ports, { username: 'shop', password: `${PASSWORD} again` }),
      'an event sent again': () => replayWebhooks(ports, { failed: true }, actor),
      'a signing key': () => rotateSigningKey(ports, actor),
      'a case in hand': () => claimCase(ports, chief, sessionId),
      'a case given back': () => releaseCase(ports, chief, sessionId),
      'a revoked credential': () => revokeCredential(ports, 'shop', actor),
    }

    for (const [name, change] of Object.entries(changes))
      it(`${name} is not made where it cannot be recorded, and recorded where it is made`, async () => {
        const earlier = await everything(storage)
        await sql`alter table audit_unlinked rename to audit_gone`.execute(storage.database.db)
        await assert.rejects(change())
        await sql`alter table audit_gone rename to audit_unlinked`.execute(storage.database.db)
        assert.deepEqual(await everything(storage), earlier)
        const recorded = (await storage.audit.list({}, 1000)).length
        await change()
        assert.equal((await storage.audit.list({}, 1000)).length, recorded + 1)
      })
  })

  describe('a new master key', () => {
    it('is not made where that cannot be recorded; that it begins is recorded before the first write', async () => {
      const storage = await place.open()
      const recorded = async () =>
        (await storage.audit.list({}, 10)).map(({ action, detail }) => ({ action, ...detail }))
      const died = async (): Promise<never> => {
        throw new Error('power cut')
      }
      let rotations = 0
      const installation = { ...storage.installation, rotateMasterKey: async () => ++rotations }
      const dead = { audit: { ...storage.audit, record: died }, installation, clock }
      await assert.rejects(rotateMasterKey(dead, actor), /power cut/)
      assert.equal(rotations, 0)
      const breaking = { ...storage.installation, rotateMasterKey: died }
      await assert.rejects(rotateMasterKey({ ...storage, installation: breaking, clock }, actor), /power cut/)
      assert.deepEqual(await recorded(), [{ action: 'master-key.rotate', begins: true }])
    })
  })

  describe('admins', () => {
    it('cannot disable each other at once, nor all of them themselves', async () => {
      for (let round = 0; round < 5; round++) {
        const storage = await place.open()
        const ports = { ...storage, clock }
        for (const username of ['ada', 'ben', 'cleo']) await createReviewer(ports, { username, role: 'admin', actor })
        const outcomes = await Promise.all(
          [
            ['ada', 'ben'],
            ['ben', 'ada'],
          ].map(([by = '', whom = '']) => changeReviewer(ports, whom, { disabled: true }, `reviewer:${by}`)),
        )
        const refusals = outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.refusal)).sort()
        assert.deepEqual(refusals, ['NOT_ADMIN', 'done'])

        const left = (await storage.reviewers.list()).filter(({ disabledAt }) => !disabledAt)
        assert.equal(left.length, 2)
        const steps = await Promise.all(
          left.map(({ username }) => changeReviewer(ports, username, { role: 'reviewer' }, actor)),
        )
        assert.deepEqual(steps.map((step) => (step.ok ? 'done' : step.refusal)).sort(), ['LAST_ADMIN', 'done'])
      }
    })
  })
})

const everything = async ({ reviewers, tenants, credentials, audit, outbox, signingKeys, database }: Storage) => [
  await reviewers.list(),
  await tenants.all(),
  await credentials.list(),
  await outbox.list('acme', undefined, 10),
  (await signingKeys.all()).map(({ kid }) => kid),
  await database.db.selectFrom('review_claim').selectAll().execute(),
  (await audit.list({}, 1000)).length,
]
