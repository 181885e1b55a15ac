import type { AddressInfo } from 'node:net'
import { certify, makeAuthority } from '../../../packages/specimen/src/chip/certify.ts'
import { makeChip } from '../../../packages/specimen/src/chip/make-chip.ts'
import { writeDg1, writeDg2 } from '../../../packages/specimen/src/chip/write-groups.ts'
import { formatMrz } from '../../../packages/specimen/src/draw/format-mrz.ts'
import { makeSealAuthority, signVds } from '../../../packages/specimen/src/seal/sign-seal.ts'
import { openSealTrustFiles } from '../../../src/features/seal/verify/seal-trust.ts'
import { accept } from '../../../src/formats/result.ts'
import { openTrustFiles } from '../../../src/kernel/trust/open-trust-files.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { mrz, passportPage, template } from '../../kernel/decision/genuine.ts'
import { JPEG, passport, startTestApp } from '../../support/app.ts'
import { openTape, type Recording, SESSION } from './record.ts'

const HOLDER = {
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  documentNumber: 'L898902C3',
  dateOfBirth: '1974-08-12',
  sex: 'F' as const,
  mrz: formatMrz({
    type: 'TD2',
    documentCode: 'AR',
    issuer: 'UTO',
    primaryIdentifier: 'ERIKSSON',
    secondaryIdentifier: 'ANNA MARIA',
    documentNumber: 'L898902C3',
    dateOfBirth: '1974-08-12',
    sex: 'F',
    dateOfExpiry: '2032-04-15',
  }),
}
const LINES = ['P<ANDERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36AND7408122F3204153ZE184226B<<<<<12']

/** A session that is sent a chip of our own test authority, and whose page shows a signed barcode. */
export async function recordChip(): Promise<Recording> {
  const test = await startTestApp({ mode: 'live' })
  try {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const tape = openTape(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`)
    await test.addTenant('plain', { challenge: 'off', chipApp: 'https://bank.example/read-chip' })
    const page = {
      country: 'AND',
      mrz: { ...mrz(), fields: { ...mrz().fields, issuing_state_or_organization: 'AND', nationality: 'AND' } },
    }
    const seal = makeSealAuthority()
    const codes = [{ bytes: signVds(HOLDER, seal.signer), image: JPEG }]
    test.engine.page = async () => accept({ ...passport(), reading: passportPage(page), codes })
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
    const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
    const authority = makeAuthority('CSCA', { way, country: 'AD' })
    const signer = certify('Signer', { way, by: authority, country: 'AD' })
    await importTrust(test.ports, openTrustFiles, [{ name: 'ad.cer', bytes: authority.certificate }], 'system')
    const sealFiles = [seal.authority, seal.signer].map(({ certificate }, index) => ({
      name: `${index}.cer`,
      bytes: certificate,
    }))
    await importTrust(test.ports, openSealTrustFiles, sealFiles, 'system', 'seal')
    const groups = new Map([
      [1, writeDg1(LINES)],
      [2, writeDg2(JPEG)],
    ])
    const { sod } = makeChip(groups, signer, { issuer: authority, signedAt: '2024-05-01' })
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

    const api = await test.login('plain')
    const { accessToken } = await tape.call('', {
      method: 'POST',
      path: '/api/v1/enrolment/initialize',
      authorization: api,
      json: { sessionId: SESSION },
    })
    const authorization = `Bearer ${accessToken}`
    await tape.call('drawChipChallenge', { method: 'GET', path: '/api/v1/enrolment/chip/challenge', authorization })
    const dataGroups = Object.fromEntries([...groups].map(([number, bytes]) => [String(number), base64(bytes)]))
    await tape.call('submitChip', {
      method: 'POST',
      path: '/api/v1/enrolment/chip',
      authorization,
      json: { sod: base64(sod), dataGroups },
    })
    await tape.call('openChipApp', { method: 'POST', path: '/api/v1/enrolment/chip/app', authorization })
    for (const path of ['document', 'face', 'complete'])
      await tape.call('', {
        method: 'POST',
        path: `/api/v1/enrolment/${path}`,
        authorization,
        ...(path !== 'complete' && { bytes: JPEG, picture: 'x.jpg' }),
      })
    await tape.call('readChipResult', {
      method: 'GET',
      path: `/api/v1/data/${SESSION}/chip/result`,
      authorization: api,
    })
    await tape.call('readSealResult', {
      method: 'GET',
      path: `/api/v1/data/${SESSION}/seal/result`,
      authorization: api,
    })
    const { '': _unnamed, ...recording } = tape.recording
    return recording
  } finally {
    await test.close()
  }
}
