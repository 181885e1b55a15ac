import type { VisualFieldName } from '../../formats/document-words.ts'
import type { CaseColumns } from '../feature-types.ts'
import type { Session } from '../session/session.ts'
import { openSlot } from '../slot.ts'
import type { FieldValue } from './contract/case-fields.ts'

/** What a feature's evidence states next to the fields of the document. */
export interface CaseColumn {
  name: keyof CaseColumns
  valueOf(session: Session, field: VisualFieldName): FieldValue | undefined
  /** The fields that were compared with the document and differ. */
  differing(session: Session): (field: VisualFieldName) => boolean
}

export const caseColumns = openSlot<CaseColumn>('columns of a case')
