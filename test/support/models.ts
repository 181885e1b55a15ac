import { draftOf } from '../../src/features/taught/actions/change-document.ts'
import type { NewDraft } from '../../src/features/taught/ports/document-models.ts'
import { type DocumentModel, MODEL_FORMAT, type ModelContent } from '../../src/vision/taught/model.ts'

/** A draft of a model, where what it looks like is not the point. */
export const aDraft = (changes: Partial<DocumentModel> = {}): NewDraft => {
  const { version: _, ...model } = aModel(changes)
  return draftOf(model, 'reviewer:chief')
}

export const aModel = (changes: Partial<DocumentModel> = {}): DocumentModel => ({
  id: '0b5c2f5e-8d0a-4c6e-9b1a-2f3d4e5f6a7b',
  version: 1,
  country: 'UTO',
  type: 'IDENTITY_CARD',
  side: 'FRONT',
  year: '2019',
  name: 'Utopian card of 2019',
  content: aContent(),
  ...changes,
})

export const aContent = (): ModelContent => ({
  format: MODEL_FORMAT,
  ratio: 1.585,
  pictures: 3,
  look: { columns: 2, rows: 1, values: 'AAAA', weights: 'AQE=' },
  print: { picture: '/9j/2Q==', hidden: [], columns: 2, rows: 1, known: 'AQE=' },
  fields: [
    { name: 'surname', box: { x: 0.4, y: 0.2, width: 0.3, height: 0.06 }, script: 'Latin' },
    { name: 'document_number', box: { x: 0.6, y: 0.05, width: 0.3, height: 0.06 } },
  ],
  zones: [{ name: 'portrait', box: { x: 0.05, y: 0.2, width: 0.25, height: 0.6 } }],
})
