import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeNamedChip } from '../../../packages/specimen/src/chip/write-chip.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'
import type { TrustView } from '../../../src/kernel/tenants/contract/console-settings.ts'
import { openTrustFiles } from '../../../src/kernel/trust/open-trust-files.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { startSession } from '../../api/client.ts'
import { type Browser, signIn, startConsole } from '../../apps/console/console.ts'
import { template } from '../../kernel/decision/genuine.ts'
import { JPEG, type TestApp } from '../../support/app.ts'
import { chipContents } from '../../support/chip-contents.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('the chip in the console', () => {
  let test: TestApp
  let ada: Browser
  let chief: Browser
  before(async () => {
    test = await startConsole()
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
    ada = await signIn(test, 'ada')
    chief = await signIn(test, 'chief')
  })
  after(() => test.close())

  it('stands next to the print, field by field, with its portrait and who signed it', async () => {
    const { sod, groups, trust } = makeNamedChip('missing-group', chipContents())
    await importTrust(test.ports, openTrustFiles, trust, 'system')
    const { person, sessionId } = await startSession(test)
    const dataGroups = Object.fromEntries([...groups].map(([number, bytes]) => [String(number), base64(bytes)]))
    await person.send('chip', { sod: base64(sod), dataGroups, access: 'PACE' })
    await person.document()
    await person.face()
    await person.complete()

    const view = (await ada.call('GET', `cases/${sessionId}`)).json<CaseView>()
    const { chip, fields, images } = view
    assert.equal(chip?.verdict, 'TRUSTED')
    assert.equal(chip?.authority?.origin, 'forged.cer')
    assert.match(chip?.signer?.subject ?? '', /CN=Test signer/)
    assert.deepEqual(chip?.saidByReader, { access: 'PACE' })
    assert.equal(fields.find(({ name }) => name === 'document_number')?.chip?.text, 'L898902C3')
    assert.equal(fields.find(({ name }) => name === 'date_of_birth')?.chip?.date, '1974-08-12')
    assert.equal(fields.find(({ name }) => name === 'place_of_birth')?.chip?.text, 'ZENITH')
    assert.ok(images.includes('chip_face'))
    assert.equal((await ada.call('GET', `cases/${sessionId}/images/chip_face`)).statusCode, 200)
    assert.equal((await ada.call('GET', `cases/${sessionId}/images/chip_files`)).statusCode, 404)
  })

  it('is trusted by authorities that admins see, with their origin and end', async () => {
    const { items, endingSoon, newestListUtc } = (await chief.call('GET', 'trust')).json<TrustView>()
    const [item] = items
    assert.deepEqual([item?.country, item?.kind, item?.origin], ['AD', 'authority', 'forged.cer'])
    assert.match(item?.endsUtc ?? '', /^2042-04-16/)
    assert.deepEqual(endingSoon, [])
    assert.equal(newestListUtc, undefined)
    assert.equal((await ada.call('GET', 'trust')).statusCode, 403)

    const before = test.clock.now
    test.clock.now = new Date('2042-03-01T00:00:00Z')
    const late = await signIn(test, 'chief')
    assert.deepEqual((await late.call('GET', 'trust')).json<TrustView>().endingSoon, ['AD'])
    test.clock.now = before
  })
})
