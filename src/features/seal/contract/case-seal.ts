import { type Static, Type } from 'typebox'
import { words } from '../../../kernel/contract/schema.ts'
import type { FieldValue } from '../../../kernel/review/contract/case-fields.ts'
import { CodedText } from '../../../kernel/tenants/contract/console-settings.ts'
import { SEAL_KINDS, SEAL_VERDICTS } from '../seal-reading.ts'

declare module '../../../kernel/feature-types.ts' {
  interface CaseFields {
    /** If a signed barcode was read. */
    seal?: CaseSeal | undefined
  }
  interface CaseColumns {
    seal: FieldValue
  }
}

/** The contents of the document's signed barcode, and who signed it. */
export const CaseSeal = Type.Object({
  verdict: words(SEAL_VERDICTS),
  kind: words(SEAL_KINDS),
  country: Type.Optional(Type.String()),
  documentType: Type.Optional(Type.String()),
  signedOn: Type.Optional(Type.String()),
  /** Names, as certificates have them. */
  signer: Type.Optional(Type.String()),
  authority: Type.Optional(Type.String()),
  values: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  reasons: Type.Array(CodedText),
  /** The contents of the code, Base64. */
  raw: Type.String(),
  readUtc: Type.String(),
})
export type CaseSeal = Static<typeof CaseSeal>
