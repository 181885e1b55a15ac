import { BARCODE_FIELDS, MRZ_FIELDS } from '../../formats/document-words.ts'
import { ref } from '../../kernel/contract/schema.ts'
import { applicantOf } from '../../kernel/evidence/document/applicant.ts'
import { barcodeOf, carries, mrzOf } from '../../kernel/evidence/document/view.ts'
import type { ResultRoute } from '../../kernel/feature.ts'
import { DocumentResult } from '../../kernel/results/contract/results.ts'
import { imagesResponse } from '../../kernel/results/present.ts'
import type { Session } from '../../kernel/session/session.ts'

export const documentResults: readonly ResultRoute[] = [
  {
    path: 'document/result',
    part: 'document',
    schema: ref(DocumentResult),
    words: {
      operationId: 'readDocumentResult',
      summary: 'Document result',
      description: 'What was read from the document: holder, visual zone, MRZ and barcode.',
    },
    present: documentResult,
  },
]

/** What was not read is absent. */
function documentResult(session: Session): DocumentResult | undefined {
  const pages = session.document?.pages ?? []
  const front = pages[0]
  if (!front) return undefined
  const mrz = mrzOf(session.document)
  const barcode = barcodeOf(session.document)
  // The barcode of a licence's back states it.
  const releaseYear = pages.find((page) => page.releaseYear !== undefined)?.releaseYear

  return {
    ...(front.country === undefined ? {} : { country: front.country }),
    documentType: front.type,
    ...(releaseYear === undefined ? {} : { documentReleaseYear: releaseYear }),
    documentName: front.documentName,
    applicant: applicantOf({ pages }, session.decision?.evidence.today ?? session.createdAt.toISOString().slice(0, 10)),
    documentVisualResults: pages.flatMap((page) =>
      page.visual.map(({ name, value, confidence, pageSide, date }) => ({
        name,
        value,
        confidence,
        pageSide,
        ...(date === undefined ? {} : { normalizedDateValue: `${date}T00:00:00Z` }),
      })),
    ),
    ...(mrz || carries(pages, 'mrz') ? { documentMrzResults: named(MRZ_FIELDS, mrz?.fields) } : {}),
    ...(barcode || carries(pages, 'barcode') ? { documentBarcodeResults: named(BARCODE_FIELDS, barcode?.fields) } : {}),
    availableImages: imagesResponse(session).document,
  }
}

function named<Name extends string>(names: readonly Name[], fields: Partial<Record<Name, string>> = {}) {
  return names.flatMap((name) => {
    const value = fields[name]
    return value === undefined ? [] : [{ name, value }]
  })
}
