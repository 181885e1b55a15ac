import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { DOCUMENT_FORMAT, ModelFile } from '../../../../src/features/taught/actions/share-document.ts'
import { aContent, aModel } from '../../../support/models.ts'

const place = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 }

test('the file of a document that an earlier version taught is read, with what that version kept and this one does not', () => {
  const content = {
    ...aContent(),
    fields: [{ name: 'surname', box: place, alphabet: 'letters', dateFormat: 'DD.MM.YYYY', label: 'Surname' }],
    labels: [{ text: 'Surname', box: place }],
    reference: {
      picture: '/9j/2Q==',
      power: 'AAAA',
      colours: 'AAAA',
      ink: [0, 0, 0],
      stroke: null,
      lines: [{ x: 0.1, y: 0.1 }],
      face: { x: 0.2, y: 0.3 },
      loose: 'AAAA',
      firm: 'AAAA',
      alike: { pattern: 0.9, print: 0.9, varies: 0.1, colours: 0.02, fallen: 0.01, area: 0 },
      layout: { lines: 0.1, elsewhere: 0.1, face: 0.5 },
      grain: { usual: 1, varies: 0.1 },
      spread: {
        pictures: 2,
        softer: 0.1,
        weight: 0.1,
        stroke: 0.1,
        pattern: 0.1,
        faded: 0.1,
        worst: 0.1,
        uneven: 0.02,
        patch: 0.01,
        inks: 0.05,
        spot: 0.03,
      },
    },
  }
  const file = { format: DOCUMENT_FORMAT, model: { ...aModel(), content } }
  const [problem] = Value.Errors(ModelFile, file)
  assert.ok(Value.Check(ModelFile, file), `${problem?.instancePath} ${problem?.message}`)
})
