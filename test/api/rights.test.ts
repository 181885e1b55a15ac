import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { certify, makeAuthority } from '../../packages/specimen/src/chip/certify.ts'
import { makeChip } from '../../packages/specimen/src/chip/make-chip.ts'
import { writeDg1, writeDg2 } from '../../packages/specimen/src/chip/write-groups.ts'
import { accept } from '../../src/formats/result.ts'
import { defaultPolicy, withSha256 } from '../../src/kernel/decision/change-policy.ts'
import { acceptRights } from '../../src/kernel/operations/maintain.ts'
import { ChangedRow } from '../../src/kernel/rights/signed-rows.ts'
import { openTrustFiles } from '../../src/kernel/trust/open-trust-files.ts'
import { importTrust } from '../../src/kernel/trust/trust.ts'
import { ask, type Browser, PASSWORD, signIn, startConsole } from '../apps/console/console.ts'
import { mrz, passportPage, template } from '../kernel/decision/genuine.ts'
import { JPEG, passport, type TestApp } from '../support/app.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { clientOf, startSession } from './client.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const LINES = ['P<ANDERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36AND7408122F3204153ZE184226B<<<<<12']
const own = makeAuthority('CSCA', { way, country: 'AD' })
const stranger = makeAuthority('CSCA', { way, country: 'AD', withoutKeyIdentifiers: true })
const chipBy = (authority: typeof own) => {
  const by = certify('Signer', {
    way,
    by: authority,
    country: 'AD',
    ...(authority === stranger && { withoutKeyIdentifiers: true }),
  })
  const groups = new Map([
    [1, writeDg1(LINES)],
    [2, writeDg2(JPEG)],
  ])
  const { sod } = makeChip(groups, by, { issuer: authority, signedAt: '2024-05-01' })
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return {
    sod: base64(sod),
    dataGroups: Object.fromEntries([...groups].map(([number, bytes]) => [String(number), base64(bytes)])),
  }
}

/** Everything here is done by plain SQL, as somebody does it who can write to the database and has no key. */
onEveryDatabase((place) => {
  describe('a row that gives a right, and that somebody else wrote', () => {
    let test: TestApp
    const refused: string[] = []
    const run = (text: string) => sql.raw(text).execute(test.storage.database.db)
    const entries = async () =>
      (await test.storage.audit.list({}, 1000)).filter((each) => each.action === 'rights.accept')

    before(async () => {
      const { databaseUrl } = await place.options()
      const storage = { ...(databaseUrl && { databaseUrl }), refusedRow: (id: string) => refused.push(id) }
      test = await startConsole({ storage })
      await test.addTenant('acme', { challenge: 'off' })
      await test.addTenant('rival', { challenge: 'off' })
    })
    after(() => test.close())
    beforeEach(() => {
      refused.length = 0
    })

    const signInAs = async (username: string) =>
      (await ask(test, 'POST', 'session', { payload: { username, password: PASSWORD } })).statusCode
    const looks = async (browser: Browser, path = 'tenants/acme/policy') => (await browser.call('GET', path)).statusCode

    describe('as an account', () => {
      const copy = (id: string, username: string, role: string, mac: string) =>
        run(`insert into reviewer (id, username, password_hash, role, failed_count, created_at, mac)
          select '${id}', '${username}', password_hash, '${role}', 0, created_at, ${mac} from reviewer where username = 'chief'`)

      it('signs nobody in, with a copied hash, with or without a copied MAC', async () => {
        await copy('1', 'mallory', 'admin', 'null')
        await copy('2', 'mallet', 'admin', 'mac')
        assert.deepEqual(
          [await signInAs('mallory'), await signInAs('mallet'), await signInAs('chief')],
          [401, 401, 200],
        )
        assert.ok(refused.includes('reviewer:1') && refused.includes('reviewer:2'), refused.join())
        const browser = await signIn(test, 'chief')
        const listed = (await browser.call('GET', 'accounts')).json<{ username: string }[]>()
        assert.deepEqual(listed.map(({ username }) => username).sort(), ['ada', 'ben', 'chief'])
      })

      it('is no admin who could be the one that is left', async () => {
        const browser = await signIn(test, 'chief')
        const answer = await browser.call('PATCH', 'accounts/chief', { disabled: true })
        assert.equal(answer.statusCode, 400)
        assert.match(answer.body, /the last admin/)
      })

      it('gives nothing with another role, other tenants, another hash, no second factor, or enabled again', async () => {
        const ben = await test.ports.reviewers.byUsername('ben')
        assert.ok(ben)
        const browser = await signIn(test, 'ben')
        assert.equal(await looks(browser, 'queue'), 200)
        for (const [column, value] of [
          ['role', `'admin'`],
          ['tenants', `'["acme"]'`],
          ['password_hash', `'$argon2id$v=19$m=19456,t=2,p=1$c29tZQ$b3RoZXI'`],
          ['username', `'benjamin'`],
          ['totp_wrapped', `'x'`],
          ['disabled_at', '1'],
        ]) {
          const before = (
            await test.storage.database.db.selectFrom('reviewer').selectAll().where('id', '=', ben.id).execute()
          )[0]
          await run(`update reviewer set ${column} = ${value} where id = '${ben.id}'`)
          assert.equal(
            await test.ports.reviewers.byUsername(column === 'username' ? 'benjamin' : 'ben'),
            undefined,
            column,
          )
          assert.equal(await looks(browser, 'queue'), 401, column)
          assert.ok(refused.includes(`reviewer:${ben.id}`), column)
          await test.storage.database.db
            .updateTable('reviewer')
            .set({ [column as string]: before?.[column as 'role'] ?? null })
            .where('id', '=', ben.id)
            .execute()
          assert.equal(await looks(browser, 'queue'), 200, `${column} as it was`)
        }
        const chief = await signIn(test, 'chief')
        assert.equal((await chief.call('PATCH', 'accounts/ben', { disabled: true })).statusCode, 200)
        await run(`update reviewer set disabled_at = null where username = 'ben'`)
        assert.equal(await signInAs('ben'), 401)
      })

      it('is not somebody’s sign-in', async () => {
        const [ada] = [await signIn(test, 'ada'), await signIn(test, 'chief')]
        assert.deepEqual([await looks(ada, 'queue'), await looks(ada)], [200, 403])
        await run(`update sign_in set username = 'chief', password_mark = (
          select chief.password_mark from sign_in as chief where chief.username = 'chief' limit 1) where username = 'ada'`)
        assert.deepEqual([await looks(ada, 'queue'), await looks(ada)], [401, 401])
      })
    })

    describe('as an API credential', () => {
      const opens = async (authorization: string) => {
        // Longer than a node goes on with what it read.
        test.clock.now = new Date(test.clock.now.getTime() + 60_000)
        return (await clientOf(test, authorization).initialize()).statusCode
      }
      const nameIn = (authorization: string) =>
        Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':')[0] ?? ''

      it('opens nothing as a copy, in another tenant or mode, with more rights, or after it was revoked', async () => {
        const authorization = await test.login('acme', 'test')
        const username = nameIn(authorization)
        const password = Buffer.from(authorization.slice('Basic '.length), 'base64')
          .toString()
          .slice(username.length + 1)
        assert.equal(await opens(authorization), 200)
        await run(`insert into credential (username, tenant, mode, password_hash, created_at, mac)
          select 'copied', tenant, 'live', password_hash, created_at, mac from credential where username = '${username}'`)
        assert.equal(await opens(`Basic ${Buffer.from(`copied:${password}`).toString('base64')}`), 401)
        assert.ok(refused.includes('credential:copied'))

        for (const [changed, back] of [
          [`tenant = 'rival'`, `tenant = 'acme'`],
          [`mode = 'live'`, `mode = 'test'`],
          [`rights = 'read'`, 'rights = null'],
        ]) {
          await run(`update credential set ${changed} where username = '${username}'`)
          assert.equal(await opens(authorization), 401, changed)
          await run(`update credential set ${back} where username = '${username}'`)
          assert.equal(await opens(authorization), 200, back)
        }
        await test.ports.credentials.revoke(username, new Date())
        await run(`update credential set revoked_at = null where username = '${username}'`)
        assert.equal(await opens(authorization), 401)
        assert.equal(await test.ports.credentials.revoke(username, new Date()), false, 'a change does not make it ours')
        assert.equal(await opens(authorization), 401)
      })
    })

    describe('as a code', () => {
      it('opens no session of somebody else on another device', async () => {
        const [own, other] = [await startSession(test), await startSession(test)]
        const code = async () => {
          const { url } = (await own.person.send('handover', {})).json<{ url: string }>()
          return url.slice(url.lastIndexOf('/') + 1)
        }
        const open = async (given: string) => {
          const payload = { code: given, deviceId: 'device-other', takeOver: true }
          return (await test.app.inject({ method: 'POST', url: '/api/v1/enrolment/handover/open', payload })).statusCode
        }
        const moved = await code()
        await run(`update hand_over set session_id = '${other.sessionId}' where session_id = '${own.sessionId}'`)
        assert.equal(await open(moved), 401)
        assert.equal(await open(await code()), 200)
      })
    })

    describe('as the settings of a tenant', () => {
      it('stops the tenant instead of serving it with settings that nobody here chose', async () => {
        await test.addTenant('changed')
        const client = clientOf(test, await test.login('changed'))
        assert.equal((await client.initialize()).statusCode, 200)
        const { settings } = await test.storage.database.db
          .selectFrom('tenant')
          .select('settings')
          .where('id', '=', 'changed')
          .executeTakeFirstOrThrow()
        const text = JSON.stringify({ ...JSON.parse(settings), webhookUrl: 'https://mallory.example/' })
        await run(`update tenant set settings = '${text}' where id = 'changed'`)
        assert.notEqual((await client.initialize()).statusCode, 200)
        await run(`update tenant set settings = '${settings}' where id = 'changed'`)
        assert.equal((await client.initialize()).statusCode, 200)
      })
    })

    describe('as a policy', () => {
      it('decides nothing: neither one that was put to use, nor one whose rules were changed', async () => {
        const { sha256: _, ...rules } = defaultPolicy()
        const strict = withSha256({ ...rules, name: 'strict', version: '1' })
        const lax = withSha256({ ...rules, name: 'lax', version: '1' })
        const audit = { at: new Date(), tenant: 'acme', actor: 'system', action: 'policy.use' } as const
        await test.ports.policies.use('acme', strict, audit)
        await test.ports.policies.keep(lax)
        const chief = await signIn(test, 'chief')
        const shown = async () =>
          (await chief.call('GET', 'tenants/acme/policy')).json<{ sha256: string; text: string }>()
        assert.equal((await shown()).sha256, strict.sha256)

        const later = Date.now() + 60_000
        await run(`insert into policy_use (id, tenant, sha256, since, actor, mac)
          select 'forged', 'acme', '${lax.sha256}', ${later}, 'system', mac from policy_use where tenant = 'acme'`)
        assert.equal((await shown()).sha256, strict.sha256)
        assert.ok(refused.includes('policy_use:forged'))

        const { rules: stored } = await test.storage.database.db
          .selectFrom('policy')
          .select('rules')
          .where('sha256', '=', strict.sha256)
          .executeTakeFirstOrThrow()
        await run(`update policy set rules = replace(rules, '"strict"', '"softer"') where sha256 = '${strict.sha256}'`)
        await assert.rejects(test.ports.policies.current('acme'), ChangedRow)
        assert.ok(refused.includes(`policy:${strict.sha256}`))
        await run(`update policy set rules = '${stored}' where sha256 = '${strict.sha256}'`)
        assert.equal((await shown()).sha256, strict.sha256)

        // Whoever may alter the tables takes the newest use away: the earlier policy does not come back.
        await test.ports.policies.use('acme', withSha256({ ...rules, name: 'stricter', version: '1' }), audit)
        const { id } = await test.storage.database.db
          .selectFrom('policy_use')
          .select('id')
          .orderBy('since', 'desc')
          .where('id', '!=', 'forged')
          .executeTakeFirstOrThrow()
        const on = test.storage.database.kind === 'postgres' ? ' on policy_use' : ''
        await run(`drop trigger policy_use_refuse_delete${on}`)
        await run(`delete from policy_use where id = '${id}'`)
        await assert.rejects(test.ports.policies.current('acme'), ChangedRow)
        const { installation } = test.storage
        assert.ok((await installation.unsignedRows()).some((row) => row.id === 'policy:acme'))
        await installation.acceptRows(['policy:acme'], { ...audit, action: 'rights.accept' })
        assert.equal((await shown()).sha256, strict.sha256)
        await run(`delete from signed_set where name = 'policy_use:acme'`)
        await assert.rejects(test.ports.policies.current('acme'), ChangedRow)
        await installation.acceptRows(['policy:acme'], { ...audit, action: 'rights.accept' })

        await assert.rejects(run(`update policy_use set sha256 = '${lax.sha256}' where tenant = 'acme'`), /append-only/)
      })
    })

    describe('as an authority', () => {
      it('makes no chip trusted, until it is imported', async () => {
        const page = {
          country: 'AND',
          mrz: { ...mrz(), fields: { ...mrz().fields, issuing_state_or_organization: 'AND', nationality: 'AND' } },
        }
        test.engine.page = async () => accept({ ...passport(), reading: passportPage(page) })
        test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
        const outcome = async (chip: object) => {
          const { person, integrator, sessionId } = await startSession(test, {}, 'rival')
          await person.send('chip', chip)
          await person.document()
          await person.face()
          await person.complete()
          return (await integrator.get(`${sessionId}/status`)).json().status
        }
        await importTrust(test.ports, openTrustFiles, [{ name: 'ad.cer', bytes: own.certificate }], 'system')
        assert.equal(await outcome(chipBy(own)), 'AUTO_APPROVED')
        assert.equal(await outcome(chipBy(stranger)), 'WAITING_FOR_MANUAL_APPROVE')

        const item = openTrustFiles([{ name: 'forged.cer', bytes: stranger.certificate }], []).items[0]
        assert.ok(item)
        await run(`insert into trusted_item (purpose, sha256, kind, country, name, serial, subject_key, ends_at, origin, imported_at, bytes, mac)
          select purpose, '${item.sha256}', kind, country, '${item.name}', '${item.serial}', null, ends_at, origin, imported_at,
          '${Buffer.from(item.bytes).toString('base64')}', mac from trusted_item`)
        assert.equal(await outcome(chipBy(stranger)), 'WAITING_FOR_MANUAL_APPROVE')
        assert.ok(refused.includes(`trusted_item:chip:${item.sha256}`))
        await importTrust(test.ports, openTrustFiles, [{ name: 'real.cer', bytes: stranger.certificate }], 'system')
        assert.equal(await outcome(chipBy(stranger)), 'AUTO_APPROVED')
      })
    })

    it('is listed with what it says, and gives its right once an operator has accepted it', async () => {
      const rows = await test.storage.installation.unsignedRows()
      const mallory = rows.find(({ id }) => id === 'reviewer:1')
      assert.match(mallory?.says ?? '', /^username=mallory role=admin/)
      assert.ok(mallory && rows.some(({ id }) => id === 'policy_use:forged'))
      const before = (await entries()).length
      assert.equal(await acceptRights({ ...test.storage, clock: () => new Date() }, [mallory], 'system'), 1)
      assert.equal(await signInAs('mallory'), 200)
      assert.equal(await signInAs('mallet'), 401)
      assert.equal((await entries()).length, before + 1)
      assert.deepEqual((await entries())[0]?.detail, { rows: 1, named: 'reviewer:1' })
      const rest = await test.storage.installation.unsignedRows()
      assert.equal(rest.length, rows.length - 1)
      await acceptRights({ ...test.storage, clock: () => new Date() }, rest, 'system')
      assert.deepEqual(await test.storage.installation.unsignedRows(), [])
    })
  })
})
