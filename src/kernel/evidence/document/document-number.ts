import { JURISDICTIONS } from '../../../formats/aamva/aamva-jurisdictions.ts'
import { plainNumber } from '../../../formats/document-number-forms.ts'
import type { DocumentType } from '../../../formats/document-words.ts'
import type { IdentityDocument } from './document.ts'
import { barcodeOf, checkOf, isSure, mrzOf, visualField } from './view.ts'

/**
 * The number and its issuer, if the issuer is known and the number was read reliably: under a check digit, from a
 * barcode, or clearly in print.
 */
export function documentNumberOf(
  document: IdentityDocument,
): { country: string; type: DocumentType; number: string; region?: string } | undefined {
  const front = document.pages[0]
  const mrz = mrzOf(document)
  const printed = visualField(document, 'document_number')
  const number =
    (checkOf(mrz, 'document_number') ? mrz?.fields.document_number : undefined) ??
    barcodeOf(document)?.fields.document_number ??
    (printed && isSure(printed) ? printed.value : undefined)
  if (!front?.country || !number) return undefined
  const region = JURISDICTIONS[barcodeOf(document)?.raw?.IIN ?? '']?.code
  return { country: front.country, type: front.type, number: plainNumber(number), ...(region ? { region } : {}) }
}
