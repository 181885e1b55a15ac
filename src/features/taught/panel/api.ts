import { ask, save } from '../../../apps/console/api.ts'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type {
  DocumentEntry,
  ImportView,
  PicturePreview,
  Taught,
  TeachingPicture,
  TeachRequest,
  Tried,
} from '../contract/documents.ts'

export const readDocuments = (mode: Mode) => ask<DocumentEntry[]>('GET', `documents?mode=${mode}`)
export const look = (picture: TeachingPicture) =>
  ask<PicturePreview[]>('POST', 'documents/look', { pictures: [picture] })
export const teach = (lesson: TeachRequest) => ask<Taught>('POST', 'documents/teach', lesson)
export const tryPicture = (id: string, version: number, picture: TeachingPicture) =>
  ask<Tried>('POST', `documents/${id}/versions/${version}/try`, { picture })
export const publish = (id: string, version: number) => ask<void>('POST', `documents/${id}/versions/${version}/publish`)
export const deleteDraft = (id: string, version: number) => ask<void>('DELETE', `documents/${id}/versions/${version}`)
export const switchTo = (id: string, to: 'on' | 'off') => ask<void>('POST', `documents/${id}/switch`, { to })
export const saveDocument = (id: string, name: string) => save(`documents/${id}/file`, `${name}.limen-document`)
export const lookAtFile = (file: string) => ask<ImportView>('POST', 'documents/files/look', { file })
export const importFile = (file: string) => ask<{ id: string; version: number }>('POST', 'documents/files', { file })
