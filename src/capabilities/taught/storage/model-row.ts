import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { DocumentModel, ModelContent, ModelZoneName } from '../../../domain/document/model.ts'
import type { DocumentType, PageSide, VisualFieldName } from '../../../domain/vocabulary.ts'
import type { DocumentModelRow } from '../../../storage/sql/database/rows.ts'
import type { ModelVersion, NewDraft } from '../ports/document-models.ts'

/** All but the content, which is large. */
export const VERSION_COLUMNS = [
  'id',
  'version',
  'status',
  'country',
  'type',
  'side',
  'year',
  'name',
  'pictures',
  'fields',
  'zones',
  'taught_by',
  'at',
  'signer',
  'signature',
] as const

export async function draftRow(
  { model, taughtBy, pictures, fields, zones, signer }: NewDraft,
  now: Date,
): Promise<Omit<DocumentModelRow, 'version'>> {
  const { id, country, type, side, year, name, content } = model
  const packed = await promisify(gzip)(JSON.stringify(content))
  return {
    id,
    status: 'draft',
    country,
    type,
    side,
    year: year ?? null,
    name,
    content: packed.toString('base64'),
    pictures,
    fields: fields.join(' '),
    zones: zones.join(' '),
    taught_by: taughtBy,
    at: now.getTime(),
    signer: signer?.fingerprint ?? null,
    signature: signer?.signature ?? null,
  }
}

export async function modelOf(row: DocumentModelRow): Promise<DocumentModel> {
  const json = await promisify(gunzip)(Buffer.from(row.content, 'base64'))
  return { ...describe(row), content: JSON.parse(json.toString('utf8')) as ModelContent }
}

export function versionOf(row: Omit<DocumentModelRow, 'content'>): ModelVersion {
  return {
    ...describe(row),
    status: row.status,
    at: new Date(row.at),
    taughtBy: row.taught_by,
    pictures: row.pictures,
    fields: wordsIn(row.fields) as VisualFieldName[],
    zones: wordsIn(row.zones) as ModelZoneName[],
    ...(row.signer === null || row.signature === null
      ? {}
      : { signer: { fingerprint: row.signer, signature: row.signature } }),
  }
}

function describe(row: Omit<DocumentModelRow, 'content'>): Omit<DocumentModel, 'content'> {
  return {
    id: row.id,
    version: row.version,
    country: row.country,
    type: row.type as DocumentType,
    side: row.side as PageSide,
    ...(row.year === null ? {} : { year: row.year }),
    name: row.name,
  }
}

const wordsIn = (text: string): string[] => text.split(' ').filter(Boolean)
