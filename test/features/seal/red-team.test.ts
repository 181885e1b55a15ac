import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { signSeal } from '../../../packages/specimen/src/seal/draw-sealed.ts'
import { makeSealForger, SEAL_FORGERIES } from '../../../packages/specimen/src/seal/forge-seal.ts'
import { makeSealAuthority, trustFilesOf } from '../../../packages/specimen/src/seal/sign-seal.ts'
import { SEAL_KINDS, type SealKind } from '../../../src/features/seal/seal-reading.ts'
import { openSealTrustFiles } from '../../../src/features/seal/verify/seal-trust.ts'
import { accept } from '../../../src/formats/result.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { startSession } from '../../api/client.ts'
import { mrz, passportPage } from '../../kernel/decision/genuine.ts'
import { JPEG, passport, startTestApp, type TestApp } from '../../support/app.ts'
import { personOf } from './seals.ts'

const forger = makeSealForger(makeSealAuthority())
const { authority, expired } = forger
const other = personOf({
  surname: 'SPECIMEN',
  givenNames: 'OTTO',
  documentNumber: 'X12345678',
  dateOfBirth: '1980-01-01',
})

const HOLDS_PORTRAIT: SealKind[] = ['CLAIM_169', 'AADHAAR']
const portrait = Buffer.from('a picture of a face')
const face = passportPage({}).portrait

describe('forged seals in live mode', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({ mode: 'live' })
    await test.addTenant('seals', { challenge: 'off' })
    const files = [...trustFilesOf(authority), ...trustFilesOf(expired)]
    await importTrust(test.ports, openSealTrustFiles, files, 'system', 'seal')
    const fields = { ...mrz().fields, issuing_state_or_organization: 'AND', nationality: 'AND' }
    test.engine.readStoredPortrait = async () => ({ image: JPEG, ...(face && { template: face }) })
    reading = passportPage({ country: 'AND', mrz: { ...mrz(), fields }, authenticity: { edits: { score: 91 } } })
  })
  after(() => test.close())
  let reading: ReturnType<typeof passportPage>

  const withOtherPortrait = () =>
    face
      ? { ...reading, portrait: { ...face, values: face.values.toReversed() } }
      : assert.fail('a passport has a portrait')

  const statusWith = async (bytes: Uint8Array, page = reading) => {
    test.engine.page = async () => accept({ ...passport(), reading: page, codes: [{ bytes, image: JPEG }] })
    const session = await startSession(test, {}, 'seals')
    await session.person.document()
    await session.person.face()
    await session.person.complete()
    return (await test.ports.sessions.load('seals', session.sessionId))?.status
  }

  for (const kind of SEAL_KINDS)
    it(`${kind}: a genuine one approves where it holds a portrait, and no forgery does`, async () => {
      const genuine = signSeal(kind, { ...personOf(), portrait }, authority)
      assert.equal(
        await statusWith(genuine),
        HOLDS_PORTRAIT.includes(kind) ? 'AUTO_APPROVED' : 'WAITING_FOR_MANUAL_APPROVE',
      )
      assert.notEqual(await statusWith(genuine, withOtherPortrait()), 'AUTO_APPROVED', 'exchanged portrait')
      for (const [name, forge] of Object.entries(SEAL_FORGERIES))
        assert.notEqual(await statusWith(forge({ ...forger, kind, person: personOf(), other })), 'AUTO_APPROVED', name)
    })
})
