import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openSealTrustFiles } from '../../../src/features/seal/verify/seal-trust.ts'
import { accept } from '../../../src/formats/result.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { startSession } from '../../api/client.ts'
import { type Browser, signIn, startConsole } from '../../apps/console/console.ts'
import { JPEG, passport, type TestApp } from '../../support/app.ts'
import { SEALS, TRUST_FILES } from './seals.ts'

describe('the signed barcode in the console', () => {
  let test: TestApp
  let ada: Browser
  before(async () => {
    test = await startConsole()
    ada = await signIn(test, 'ada')
    const files = Object.entries(TRUST_FILES).map(([name, bytes]) => ({ name, bytes }))
    await importTrust(test.ports, openSealTrustFiles, files, 'system', 'seal')
    test.engine.page = async () => accept({ ...passport(), codes: [{ bytes: SEALS.VDS, image: JPEG }] })
  })
  after(() => test.close())

  it('shows what it says, who signed it, its picture and the raw code', async () => {
    const { person, sessionId } = await startSession(test)
    await person.document()
    await person.face()
    await person.complete()
    const { seal, images, fields } = (await ada.call('GET', `cases/${sessionId}`)).json<CaseView>()
    assert.equal(seal?.verdict, 'TRUSTED')
    assert.match(seal?.signer ?? '', /CN=TS/)
    assert.equal(seal?.values[0]?.name, 'MRZ')
    assert.deepEqual(Buffer.from(seal?.raw ?? '', 'base64'), Buffer.from(SEALS.VDS))
    assert.ok(images.includes('seal'))
    const surname = fields.find(({ name }) => name === 'surname')
    assert.deepEqual([surname?.seal?.text, surname?.mrz?.text, surname?.differs], ['SPECIMEN', 'ERIKSSON', ['seal']])
  })
})
