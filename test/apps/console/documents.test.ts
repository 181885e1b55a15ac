import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type {
  DocumentEntry,
  ImportView,
  PicturePreview,
  Taught,
  Tried,
} from '../../../src/features/taught/contract/documents.ts'
import { accept } from '../../../src/formats/result.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'
import { EngineFault } from '../../../src/vision/engine.ts'
import { passportPage } from '../../kernel/decision/genuine.ts'
import { JPEG, passport, type TestApp } from '../../support/app.ts'
import { fingerprintOf, hashOf, waves } from '../../support/fingerprints.ts'
import { writtenLessons } from '../../support/written-lessons.ts'
import { type Browser, signIn, startConsole, waitingSession } from './console.ts'

const picture = { data: JPEG.toString('base64') }
const lesson = {
  country: 'UTO',
  type: 'IDENTITY_CARD',
  side: 'FRONT',
  year: '2019',
  name: 'Utopian card of 2019',
  named: [{ picture: 0, field: 'surname', box: { x: 0.35, y: 0.27, width: 0.3, height: 0.06 } }],
  marks: { portrait: { x: 0.05, y: 0.2, width: 0.25, height: 0.6 } },
}

describe('teaching a document over the console', () => {
  let test: TestApp
  let ada: Browser
  let chief: Browser
  const written = writtenLessons()
  before(async () => {
    test = await startConsole()
    Object.assign(test.engine, written)
    ada = await signIn(test, 'ada')
    chief = await signIn(test, 'chief')
  })
  after(() => test.close())

  const list = async (browser = chief) =>
    (await browser.call('GET', 'documents?mode=test')).json<DocumentEntry[]>().filter(({ taught }) => taught)
  const teach = async (more: object = {}, browser = ada) =>
    (await browser.call('POST', 'documents/teach', { ...lesson, pictures: [picture], ...more })).json<Taught>()

  it('calls a picture that took too long that, and not a fault', async () => {
    const { lookAtPages } = test.engine
    test.engine.lookAtPages = async () => {
      throw new EngineFault('no answer within 1 ms', true)
    }
    const late = await ada.call('POST', 'documents/look', { pictures: [picture] })
    test.engine.lookAtPages = lookAtPages
    assert.equal(late.statusCode, 503)
    assert.match(late.json().detail, /longer than the engine’s time limit/)
  })

  it('lists the catalogue, each document with what is read of it', async () => {
    const entries = (await ada.call('GET', 'documents')).json<DocumentEntry[]>()
    const passport = entries.find(({ id }) => id === 'UTO-PASSPORT')
    assert.deepEqual(
      [passport?.countryName, passport?.sides, passport?.readBy, passport?.mrz, passport?.compared],
      ['Utopia', ['FRONT'], 'label', true, false],
    )
    assert.equal(entries.find(({ id }) => id === 'UTO-DRIVER_LICENSE')?.readBy, 'number')
    assert.ok(
      entries.some(({ fields }) => fields.includes('surname')),
      'some are read by place',
    )
  })

  it('begins with the documents that sessions showed', async () => {
    const { page } = test.engine
    test.engine.page = async () => accept({ ...passport(), reading: passportPage() })
    await waitingSession(test)
    test.engine.page = page
    const entries = (await chief.call('GET', 'documents?mode=live')).json<DocumentEntry[]>()
    const [most, ...others] = entries.filter(({ taught }) => !taught)
    assert.ok(most && most.seen > 0, `${most?.id} ${most?.seen}`)
    assert.ok(others.every(({ seen }) => seen <= most.seen))
  })

  it('shows what is on a picture', async () => {
    const [look] = (await ada.call('POST', 'documents/look', { pictures: [picture] })).json<PicturePreview[]>()
    assert.match(look?.picture ?? '', /^data:image\/jpeg;base64,/)
    assert.equal(look?.lines[1]?.suggested, 'surname')
    const noPicture = await ada.call('POST', 'documents/look', { pictures: [{ data: 'aGVsbG8=' }] })
    assert.equal(noPicture.statusCode, 400)
    assert.match(noPicture.json().detail, /not a picture/)
  })

  it('keeps a draft by whoever taught it, and reads another picture by it', async () => {
    const { id, version } = await teach()
    assert.deepEqual(written.lessons.at(-1)?.named, lesson.named)
    const [entry] = await list()
    assert.equal(entry?.name, lesson.name)
    assert.deepEqual(
      [entry?.taught?.status, entry?.taught?.taughtBy, entry?.taught?.pictures, entry?.compared, entry?.fields],
      ['draft', 'reviewer:ada', 1, true, ['surname', 'document_number']],
    )
    const tried = (await ada.call('POST', `documents/${id}/versions/${version}/try`, { picture })).json<Tried>()
    assert.deepEqual([tried.recognised, tried.agreement, tried.authenticity?.score], [true, 96, 91])
    assert.ok(tried.fields.some(({ name, value }) => name === 'surname' && value))
    assert.ok(tried.heatMap?.startsWith('data:'))
    const [recorded] = await test.ports.audit.search({ actions: ['document.teach'] }, { limit: 1 })
    assert.deepEqual(
      [recorded?.actor, recorded?.detail?.document, recorded?.detail?.version],
      ['reviewer:ada', id, version],
    )
  })

  it('lets admins alone put it into use, take it out, delete drafts, export and import', async () => {
    const { id, version } = await teach()
    const theirs: [Parameters<Browser['call']>[0], string, object?][] = [
      ['POST', `documents/${id}/versions/${version}/publish`],
      ['POST', `documents/${id}/switch`, { to: 'off' }],
      ['DELETE', `documents/${id}/versions/${version}`],
      ['GET', `documents/${id}/file`],
      ['POST', 'documents/files/look', { file: 'UEs=' }],
      ['POST', 'documents/files', { file: 'UEs=' }],
    ]
    for (const [method, path, payload] of theirs)
      assert.equal((await ada.call(method, path, payload)).statusCode, 403, `${method} ${path}`)
    assert.equal((await test.ports.documentModels.published()).length, 0)

    assert.equal((await chief.call('POST', `documents/${id}/versions/${version}/publish`)).statusCode, 204)
    assert.deepEqual(
      (await test.ports.documentModels.published()).map((model) => model.id),
      [id],
    )
    assert.equal((await chief.call('POST', `documents/${id}/versions/${version}/publish`)).statusCode, 404)
    await chief.call('POST', `documents/${id}/switch`, { to: 'off' })
    assert.equal((await test.ports.documentModels.published()).length, 0)
    await chief.call('POST', `documents/${id}/switch`, { to: 'on' })

    const again = await teach({ id, name: 'Better' })
    assert.equal(again.id, id)
    const entry = (await list()).find((each) => each.id === id)
    assert.deepEqual(
      [entry?.taught?.status, entry?.taught?.version, entry?.taught?.draft],
      ['published', version, again.version],
    )
    assert.equal((await chief.call('DELETE', `documents/${id}/versions/${again.version}`)).statusCode, 204)
    assert.equal((await teach({ id: '00000000-0000-4000-8000-000000000000' })).id, undefined, 'nobody taught this one')
  })

  it('exports one signed file, which another admin looks at before it is kept', async () => {
    const { id } = await teach({ name: 'Shared' })
    const file = (await chief.call('GET', `documents/${id}/file`)).rawPayload.toString('base64')
    const view = (await chief.call('POST', 'documents/files/look', { file })).json<ImportView>()
    assert.deepEqual([view.name, view.signerIs, view.fields], ['Shared', 'own', ['surname', 'document_number']])
    const kept = (await chief.call('POST', 'documents/files', { file })).json<Taught>()
    assert.deepEqual([kept.id, kept.version], [id, 2])
    const broken = await chief.call('POST', 'documents/files', { file: `${file.slice(0, -40)}${'A'.repeat(40)}` })
    assert.equal(broken.statusCode, 400)
  })

  it('takes pictures of a case, as a look at it that is on record', async () => {
    const { sessionId } = await waitingSession(test)
    const pictures = [{ sessionId, image: 'original_FRONT' }]
    assert.equal((await ada.call('POST', 'documents/look', { pictures })).statusCode, 200)
    const [entry] = await test.ports.audit.search({ actions: ['read.image'], sessionId }, { limit: 1 })
    assert.deepEqual([entry?.actor, entry?.detail?.image], ['reviewer:ada', 'original_FRONT'])
    await test.addTenant('other')
    await chief.call('PATCH', 'accounts/ben', { tenants: ['other'] })
    const ben = await signIn(test, 'ben')
    assert.equal(
      (await ben.call('POST', 'documents/look', { pictures })).statusCode,
      404,
      'a tenant that they do not see',
    )
  })

  it('teaches with pictures of a session after two reviewers approved it, and says what is missing before', async () => {
    const fourEyes = await chief.call('PATCH', 'tenants/acme', { fourEyes: 'approvals' })
    assert.equal(fourEyes.statusCode, 200, fourEyes.body)
    const { sessionId } = await waitingSession(test)
    const pictures = [picture, { sessionId, image: 'original_FRONT' }]
    const view = async () => (await chief.call('GET', `cases/${sessionId}`)).json<CaseView>()
    const approve = async (username: string) => {
      const browser = await signIn(test, username)
      const body = { verdict: 'approve', reason: 'Fine.' }
      assert.equal((await browser.call('POST', `cases/${sessionId}/verdict`, body)).statusCode, 200)
    }
    const before = written.lessons.length
    for (const reviewer of ['ada', 'chief']) {
      const refused = await ada.call('POST', 'documents/teach', { ...lesson, pictures })
      assert.equal(refused.statusCode, 400)
      assert.match(refused.json().detail, /Picture 2 cannot teach .* two reviewers must have approved its session/)
      assert.deepEqual([(await view()).untaught, (await view()).teachingObstacle], [['FRONT'], 'NOT_APPROVED'])
      await approve(reviewer)
    }
    assert.equal(written.lessons.length, before, 'nothing was learnt')
    const refusals = await test.ports.audit.search({ actions: ['document.teach.refused'], sessionId }, { limit: 5 })
    assert.deepEqual(
      refusals.map(({ actor, detail }) => [actor, detail?.because]),
      [
        ['reviewer:ada', 'NOT_APPROVED'],
        ['reviewer:ada', 'NOT_APPROVED'],
      ],
    )

    assert.equal((await view()).teachingObstacle, undefined)
    const taught = await teach({ pictures })
    const again = await teach({ pictures, id: taught.id, name: 'Put right' })
    assert.deepEqual([again.id, again.version], [taught.id, 2], 'a draft is put right with the same pictures')
    const [entry] = await test.ports.audit.search({ actions: ['document.teach'] }, { limit: 1 })
    assert.deepEqual([entry?.detail?.sessions, entry?.detail?.pictures], [sessionId, 2])
    const selfie = await ada.call('POST', 'documents/teach', {
      ...lesson,
      pictures: [{ sessionId, image: 'face_original' }],
    })
    assert.equal(selfie.statusCode, 404, 'a page of the document and nothing else')

    // Once it is in use, it is taught again with what was compared with it.
    assert.equal((await chief.call('POST', `documents/${again.id}/versions/2/publish`)).statusCode, 204)
    const late = await ada.call('POST', 'documents/teach', { ...lesson, id: again.id, pictures })
    assert.match(late.json().detail, /Picture 2 cannot teach .* not compared with this document/)
  })

  it('does not teach with a picture of a rejected session that is sent again', async () => {
    const { page } = test.engine
    const seen = { hash: hashOf(waves(1)), photograph: fingerprintOf(waves(2)) }
    const reading = passportPage({ editor: 'Some Editor 1.0', photograph: seen.photograph })
    test.engine.page = async () => accept({ ...passport(), reading, hash: seen.hash })
    const { sessionId } = await waitingSession(test)
    assert.ok((await teach()).id, 'nobody has rejected it')
    const verdict = { verdict: 'reject', code: 'OTHER', reason: 'Altered.' }
    assert.equal((await chief.call('POST', `cases/${sessionId}/verdict`, verdict)).statusCode, 200)

    const again = await ada.call('POST', 'documents/teach', { ...lesson, pictures: [picture] })
    assert.equal(again.statusCode, 400)
    assert.match(again.json().detail, /Picture 1 cannot teach a document: its session was rejected/)
    const [entry] = await test.ports.audit.search({ actions: ['document.teach.refused'], sessionId }, { limit: 1 })
    assert.deepEqual([entry?.actor, entry?.detail], ['reviewer:ada', { because: 'REJECTED' }])

    test.engine.page = async () => accept({ ...passport(), reading, hash: hashOf(waves(3), 0x25) })
    assert.ok((await teach()).id, 'another picture')
    test.engine.page = page
  })

  it('says what could not be learnt, in words', async () => {
    Object.assign(test.engine, {
      learnDocument: async () => ({ ok: false, refusal: 'DIFFERENT_DOCUMENTS', picture: 1 }),
    })
    const answer = await ada.call('POST', 'documents/teach', { ...lesson, pictures: [picture, picture] })
    assert.equal(answer.statusCode, 400)
    assert.match(answer.json().detail, /Picture 2 does not show the same document/)
  })
})
