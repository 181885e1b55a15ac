import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { certify, makeAuthority, revoke } from '../../../../packages/specimen/src/chip/certify.ts'
import { makeChip, signMasterList } from '../../../../packages/specimen/src/chip/make-chip.ts'
import { writeDg1 } from '../../../../packages/specimen/src/chip/write-groups.ts'
import { openChips } from '../../../../src/features/chip/verify/open-chips.ts'
import type { CredentialUse } from '../../../../src/features/wallet/domain/credential-verdict.ts'
import { openWalletTrustFiles } from '../../../../src/features/wallet/verify/wallet-trust.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { openTrustFiles } from '../../../../src/kernel/trust/open-trust-files.ts'
import { importTrust, removeTrust } from '../../../../src/kernel/trust/trust.ts'
import { onEveryDatabase } from '../../../support/databases.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const now = new Date('2026-06-01')
const root = makeAuthority('CSCA Utopia', { way })
const lists = certify('List signer', { way, by: root, purposes: ['2.23.136.1.1.3'] })
const other = makeAuthority('CSCA Elsewhere', { way, country: 'XX' })
const signer = certify('Signer', { way, by: other, serial: 9, country: 'XX' })
const groups = new Map([
  [1, writeDg1(['P<UTOSPECIMEN<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204159ZE184226B<<<<<10'])],
])
const chip = makeChip(groups, signer, { issuer: other, signedAt: '2024-05-01' })
const bare = makeChip(groups, signer, { issuer: other, signedAt: '2024-05-01', certificates: [] })

onEveryDatabase((place) => {
  describe('what chips are trusted by', () => {
    let storage: Storage
    before(async () => {
      storage = await place.open()
    })
    const clock = () => now
    const take = (files: Record<string, Uint8Array>) =>
      importTrust(
        { ...storage, clock },
        openTrustFiles,
        Object.entries(files).map(([name, bytes]) => ({ name, bytes })),
        'system',
      )
    const verdict = async (files = chip) => (await openChips(storage.trustedItems).verify(files, { now })).verdict

    it('is nothing at first', async () => {
      assert.deepEqual(await storage.trustedItems.all(), [])
      assert.equal(await verdict(), 'UNKNOWN_ISSUER')
    })

    it('is not taken from a master list without its root, and from one whose root came before', async () => {
      const list = signMasterList([other.certificate], lists, root)
      const alone = await take({ 'a.ml': list })
      assert.deepEqual([alone.added, alone.found, alone.refused.length], [0, 0, 1])
      assert.equal((await take({ 'root.cer': root.certificate })).added, 1)
      assert.deepEqual(await take({ 'a.ml': list }).then(({ added, refused }) => [added, refused]), [1, []])
      assert.equal((await take({ 'a.ml': list })).added, 0)
      assert.equal(await verdict(), 'TRUSTED')

      const [first, second] = await storage.trustedItems.all()
      assert.deepEqual([first?.country, second?.country], ['UT', 'XX'])
      assert.equal(second?.listedAt?.toISOString(), '2025-01-01T00:00:00.000Z')
      assert.equal(second?.endsAt?.toISOString(), '2035-01-01T00:00:00.000Z')
      assert.equal(second?.origin, 'a.ml')
    })

    it('has the certificates of signers for chips that come without', async () => {
      assert.equal(await verdict(bare), 'UNKNOWN_ISSUER')
      assert.equal((await take({ 'signer.cer': signer.certificate })).added, 1)
      assert.equal(await verdict(bare), 'TRUSTED')
    })

    it('has one revocation list of an issuer, the newest, and none that its authority did not sign', async () => {
      const early = revoke(other, [], '2024-01-01')
      assert.equal((await take({ 'early.crl': early })).added, 1)
      assert.equal(await verdict(), 'TRUSTED')
      const strange = await take({ 'strange.crl': revoke({ ...other, key: root.key }, [signer.serial]) })
      assert.match(strange.refused[0]?.reason ?? '', /no trusted authority signed/)
      assert.equal((await take({ 'late.crl': revoke(other, [signer.serial], '2025-01-01') })).added, 1)
      assert.equal(await verdict(), 'UNKNOWN_ISSUER')
      const kept = (await storage.trustedItems.all()).filter(({ kind }) => kind === 'revocation-list')
      assert.deepEqual(
        kept.map(({ origin }) => origin),
        ['late.crl'],
      )
      assert.equal(await removeTrust({ ...storage, clock }, kept[0]?.sha256 ?? '', 'system'), true)
      assert.equal(await verdict(), 'TRUSTED')
    })

    it('is not what wallets are trusted by, nor the other way round', async () => {
      const files = [{ name: 'iaca.cer', bytes: other.certificate }]
      const open = openWalletTrustFiles([], now.getTime())
      assert.deepEqual(await storage.trustedItems.ofWallets(), [])
      assert.equal((await importTrust({ ...storage, clock }, open, files, 'system', 'wallet')).added, 1)
      assert.equal((await importTrust({ ...storage, clock }, open, files, 'system', 'wallet')).added, 0)
      const wallets = await storage.trustedItems.ofWallets()
      assert.deepEqual(
        wallets.map(({ purpose, name }) => [purpose, name]),
        [['wallet', 'C=XX, O=Utopia, CN=CSCA Elsewhere']],
      )
      assert.equal((await storage.trustedItems.all()).filter(({ name }) => name.includes('Elsewhere')).length, 2)
    })

    it('is trusted for what its imports say together; of one from before this was kept, for what the next one says', async () => {
      const files = [{ name: 'iaca.cer', bytes: other.certificate }]
      const usesOf = async () => (await storage.trustedItems.ofWallets())[0]?.uses?.toSorted()
      const take = (use: CredentialUse) =>
        importTrust({ ...storage, clock }, openWalletTrustFiles([], now.getTime(), [use]), files, 'system', 'wallet')
      assert.deepEqual(await usesOf(), ['attestation', 'identity', 'licence', 'status'])
      await storage.database.db.updateTable('trusted_item').set({ uses: null }).execute()
      assert.equal(await usesOf(), undefined, 'for all')
      await take('attestation')
      assert.deepEqual(await usesOf(), ['attestation'])
      assert.equal((await take('licence')).added, 0)
      assert.deepEqual(await usesOf(), ['attestation', 'licence'])
    })

    it('lasts as long as the last list that names it says, and no shorter for an older list', async () => {
      const party = makeAuthority('IACA Nowhere', { way, country: 'XX' })
      const [item] = openWalletTrustFiles([], now.getTime())([{ name: 'a', bytes: party.certificate }], []).items
      assert.ok(item)
      const list = (origin: string, day: string) =>
        storage.trustedItems.keepItems([
          { ...item, origin, listedAt: new Date('2026-01-01'), endsAt: new Date(day), importedAt: now },
        ])
      const kept = async () => {
        const found = (await storage.trustedItems.ofWallets()).find(({ sha256 }) => sha256 === item.sha256)
        return [found?.origin, found?.endsAt?.toISOString().slice(0, 10)]
      }
      assert.equal(await list('second.jwt', '2026-08-01'), 1)
      assert.equal(await list('first.jwt', '2026-07-01'), 0)
      assert.deepEqual(await kept(), ['second.jwt', '2026-08-01'])
      assert.equal(await list('third.jwt', '2026-09-01'), 0)
      assert.deepEqual(await kept(), ['third.jwt', '2026-09-01'])
    })

    it('is on record, and can be withdrawn', async () => {
      const authority = (await storage.trustedItems.all()).find(({ name }) => name.includes('Elsewhere'))
      assert.equal(await removeTrust({ ...storage, clock }, authority?.sha256 ?? '', 'system'), true)
      assert.equal(await removeTrust({ ...storage, clock }, authority?.sha256 ?? '', 'system'), false)
      assert.equal(await verdict(), 'UNKNOWN_ISSUER')
      const actions = (await storage.audit.search({ actions: ['trust.import', 'trust.remove'] }, { limit: 50 })).map(
        ({ action }) => action,
      )
      assert.equal(actions.filter((action) => action === 'trust.remove').length, 2)
      assert.ok(actions.includes('trust.import'))
    })
  })
})
