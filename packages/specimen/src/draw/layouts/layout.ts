import type { Issue } from '../../issue/issue.ts'
import type { Truth } from '../../issue/truth.ts'
import type { LoadedPortrait } from '../portrait.ts'
import type { Sheet } from '../sheet.ts'

/** Draws every side of a document and returns the content of its machine-readable parts. */
export type Layout = (issue: Issue, portrait: LoadedPortrait | undefined) => DrawnDocument

export interface DrawnDocument {
  sheets: Sheet[]
  mrz?: NonNullable<Truth['mrz']>
  barcode?: NonNullable<Truth['barcode']>
  region?: string
}
