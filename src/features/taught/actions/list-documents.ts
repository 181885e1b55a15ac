import type { DocumentType, PageSide, VisualFieldName } from '../../../formats/document-words.ts'
import { countryOf } from '../../../formats/text/countries.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import type { Scope } from '../../../kernel/ports/tenants.ts'
import type { CatalogueDocument, ReadBy } from '../../../vision/engine.ts'
import type { ModelVersion } from '../ports/document-models.ts'

/** A document that is recognised, and how it is read and compared. */
export interface KnownDocument {
  id: string
  country: string
  countryName: string
  type: DocumentType
  sides: PageSide[]
  name: string
  years: string[]
  readBy: ReadBy
  /** The fields whose position is known. */
  fields: VisualFieldName[]
  mrz: boolean
  barcode: boolean
  /** Whether it is compared with a model of genuine ones. */
  compared: boolean
  /**
   * Sessions in the last 30 days with a document of this country and type; for a taught document, with this document.
   */
  seen: number
  /** Absent for a document of the catalogue. */
  taught?: TaughtDocument
}

interface TaughtDocument extends Pick<ModelVersion, 'status' | 'version' | 'pictures' | 'taughtBy' | 'at'> {
  signer?: string
  seen: number
  approved: number
  /** The draft version that is not published yet, in addition to the one in use. */
  draft?: number
}

const DAYS = 30
const DAY_MS = 86_400_000

/**
 * All known documents: taught ones first, then the catalogue, each by how often they were seen in the last 30 days,
 * then by country.
 */
export async function listDocuments(
  { documentModels, catalogue, clock }: Pick<Ports, 'documentModels' | 'catalogue' | 'clock'>,
  scope: Scope,
): Promise<KnownDocument[]> {
  const since = new Date(clock().getTime() - DAYS * DAY_MS)
  const counts = new Map((await documentModels.seenSince(since, scope)).map((each) => [each.model, each]))
  const byId = Map.groupBy(await documentModels.list(), ({ id }) => id)
  const taught = [...byId.values()].flatMap((versions) => {
    const used =
      versions.find(({ status }) => status === 'published') ?? versions.find(({ status }) => status === 'off')
    const shown = used ?? versions[0]
    return shown ? [taughtEntry(shown, versions, counts.get(shown.id))] : []
  })
  const shown = new Map((await documentModels.shownSince(since, scope)).map((each) => [keyOf(each), each.sessions]))
  const described = catalogue.documents().map((each) => catalogueEntry(each, shown.get(keyOf(each)) ?? 0))
  return [...taught.sort(bySight), ...described.sort(bySight)]
}

const keyOf = ({ country, type }: { country: string; type: string }): string => `${country} ${type}`

const bySight = (a: KnownDocument, b: KnownDocument): number =>
  b.seen - a.seen || a.countryName.localeCompare(b.countryName, 'en')

function taughtEntry(
  shown: ModelVersion,
  versions: ModelVersion[],
  { seen = 0, approved = 0 }: { seen?: number; approved?: number } = {},
): KnownDocument {
  const { id, country, type, side, year, name, fields, zones } = shown
  const { status, version, pictures, taughtBy, at, signer } = shown
  const draft = versions.find((each) => each.status === 'draft' && each.version !== version)
  return {
    id,
    country,
    countryName: nameOf(country),
    type,
    sides: [side],
    name,
    years: year === undefined ? [] : [year],
    readBy: 'place',
    fields,
    mrz: zones.includes('mrz'),
    barcode: zones.includes('barcode'),
    compared: true,
    seen,
    taught: {
      status,
      version,
      pictures,
      taughtBy,
      at,
      seen,
      approved,
      ...(signer && { signer: signer.fingerprint }),
      ...(draft && { draft: draft.version }),
    },
  }
}

function catalogueEntry(
  { releases, isDescribed, name = '', ...known }: CatalogueDocument,
  seen: number,
): KnownDocument {
  return { ...known, name, countryName: nameOf(known.country), years: releases, compared: false, seen }
}

const nameOf = (country: string): string => countryOf(country)?.name ?? country
