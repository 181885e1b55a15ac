import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CHIP_FORGERIES } from '../../../packages/specimen/src/chip/forge-chip.ts'
import { makeNamedChip } from '../../../packages/specimen/src/chip/write-chip.ts'
import { accept } from '../../../src/formats/result.ts'
import { openTrustFiles } from '../../../src/kernel/trust/open-trust-files.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { startSession } from '../../api/client.ts'
import { mrz, passportPage, template } from '../../kernel/decision/genuine.ts'
import { JPEG, passport, startTestApp, type TestApp } from '../../support/app.ts'
import { chipContents } from '../../support/chip-contents.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('forged chips in live mode', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({ mode: 'live' })
    await test.addTenant('plain', { challenge: 'off' })
    const fields = { ...mrz().fields, issuing_state_or_organization: 'AND', nationality: 'AND' }
    const page = { country: 'AND', mrz: { ...mrz(), fields } }
    test.engine.page = async () => accept({ ...passport(), reading: passportPage(page) })
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
  })
  after(() => test.close())

  /** A whole session in which everything but the chip is as it should be. */
  async function play(name: string): Promise<string> {
    const { sod, groups, answer, trust } = makeNamedChip(name, chipContents())
    await importTrust(test.ports, openTrustFiles, trust, 'system')
    const { accessToken, person, integrator, sessionId } = await startSession(test, {}, 'plain')
    const headers = { authorization: `Bearer ${accessToken}` }
    const { challenge } = (await test.app.inject({ url: '/api/v1/enrolment/chip/challenge', headers })).json()
    const signature = answer?.(Buffer.from(challenge, 'hex'))
    await person.send('chip', {
      sod: base64(sod),
      dataGroups: Object.fromEntries([...groups].map(([number, bytes]) => [String(number), base64(bytes)])),
      ...(signature && { activeAuthentication: { signature: base64(signature) } }),
    })
    await person.document()
    await person.face()
    await person.complete()
    return (await integrator.get(`${sessionId}/status`)).json().status
  }

  it('have a genuine chip next to them that is approved', async () => {
    assert.equal(await play('ecdsa-p256-sha256'), 'AUTO_APPROVED')
  })

  for (const name of Object.keys(CHIP_FORGERIES))
    it(`are not approved: ${name}`, async () => {
      const { verdict, activeAuthentication } = makeNamedChip(name, chipContents()).expect
      const isFalse = verdict === 'ALTERED' || activeAuthentication === 'FALSE'
      assert.equal(await play(name), isFalse ? 'AUTO_REJECTED' : 'WAITING_FOR_MANUAL_APPROVE')
    })
})
