import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cutHead } from '../../lab/demonstration/heads.ts'
import { makeNamedChip } from '../../packages/specimen/src/chip/write-chip.ts'
import { openTrustFiles } from '../../src/kernel/trust/open-trust-files.ts'
import { importTrust } from '../../src/kernel/trust/trust.ts'
import { startSession } from '../api/client.ts'
import { template } from '../kernel/decision/genuine.ts'
import { chipContents } from '../support/chip-contents.ts'
import { assertAccessibleInBoth } from './console-axe.ts'
import { type ConsolePlace, noBrowser, openPlace } from './console-place.ts'

describe('the chip in the console of a browser', { skip: noBrowser() }, () => {
  let place: ConsolePlace
  before(async () => {
    place = await openPlace()
    const image = await cutHead('portrait', { context: 2 })
    place.test.engine.readStoredPortrait = async () => ({ image, template: template(1, 0) })
  })
  after(() => place?.close())

  it('stands next to the print with its portrait and the picture of who signed it', async () => {
    const { test } = place
    const { sod, groups, trust } = makeNamedChip('missing-group', chipContents())
    await importTrust(test.ports, openTrustFiles, trust, 'system')
    const { person, sessionId } = await startSession(test)
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    const dataGroups = Object.fromEntries([...groups].map(([number, bytes]) => [String(number), base64(bytes)]))
    await person.send('chip', { sod: base64(sod), dataGroups, access: 'PACE', chipAuthentication: 'DONE' })
    await person.document()
    await person.face()
    await person.complete()

    const page = await place.signIn('ada', `queue/${sessionId}`)
    const chip = page.getByRole('region', { name: 'Chip' })
    await chip.getByText('signed by a trusted state').waitFor()
    await chip.getByText('not checked whether it is a copy').waitFor()
    const chain = chip.getByRole('img', { name: /^State: AD, .*: holds; then Signer, .*: holds; then Data, / })
    await chain.waitFor()
    await page.getByRole('img', { name: 'Portrait in the chip', exact: true }).waitFor()
    await page.getByRole('columnheader', { name: 'Chip' }).first().waitFor()
    await page
      .getByRole('row', { name: /Place of birth/ })
      .getByText('ZENITH')
      .waitFor()
    await chip.getByText(/^Reasons \(/).click()
    await chip.getByText('Reported by the program that read it: PACE, chip authentication passed.').waitFor()
    await assertAccessibleInBoth(page, 'case with a chip')
    await page.context().close()
  })

  it('is trusted by those that Settings list', async () => {
    const page = await place.signIn('chief', 'settings/trust')
    const table = page.getByRole('region', { name: 'Trusted authorities' })
    await table.getByRole('row', { name: /AD.*Test authority forged/ }).waitFor()
    await table.getByText('1 authority of 1 country.').waitFor()
    await table.getByLabel('Country').fill('XX')
    assert.equal(await table.getByRole('row', { name: /Test authority/ }).count(), 0)
    await assertAccessibleInBoth(page, 'trusted authorities')
    await page.context().close()
  })
})
