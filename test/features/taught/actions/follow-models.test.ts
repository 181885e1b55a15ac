import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { publishDocument, switchDocument } from '../../../../src/features/taught/actions/change-document.ts'
import { followModels } from '../../../../src/features/taught/actions/follow-models.ts'
import { auditEntry } from '../../../storage/sample.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { aDraft, aModel } from '../../../support/models.ts'

describe('a node', () => {
  let test: TestApp
  after(() => test?.close())

  it('gives its engine what is published, and again each time that changes', async () => {
    test = await startTestApp()
    const given: string[][] = []
    Object.assign(test.engine, {
      useDocumentModels: (models: { id: string; version: number }[]) =>
        given.push(models.map(({ id, version }) => `${id} ${version}`)),
    })
    const follow = followModels(test.ports)
    await follow()
    assert.deepEqual(given, [[]], 'at its start, whatever there is')

    const { id } = aModel()
    const version = await test.ports.documentModels.keepDraft(aDraft(), auditEntry('document.teach'))
    await follow()
    assert.equal(given.length, 1, 'a draft changes nothing')
    assert.equal(await publishDocument(test.ports, { id, version }, 'system'), true)
    await follow()
    await follow()
    assert.deepEqual(given.at(-1), [`${id} 1`])
    assert.equal(given.length, 2)
    await switchDocument(test.ports, id, 'off', 'system')
    await follow()
    assert.deepEqual(given.at(-1), [])
  })
})
