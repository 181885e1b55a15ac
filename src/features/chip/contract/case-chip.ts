import { type Static, Type } from 'typebox'
import { words } from '../../../kernel/contract/schema.ts'
import { CertificateView, type FieldValue } from '../../../kernel/review/contract/case-fields.ts'
import { CodedText } from '../../../kernel/tenants/contract/console-settings.ts'
import { ACTIVE_AUTHENTICATIONS, CHIP_VERDICTS, GROUP_STATES } from '../verdict.ts'

declare module '../../../kernel/feature-types.ts' {
  interface CaseFields {
    /** If the chip of the document was read. */
    chip?: CaseChip | undefined
  }
  interface CaseColumns {
    chip: FieldValue
  }
}

/** The result of checking the chip's signatures: who signed for whom, and what of it was sent. */
export const CaseChip = Type.Object({
  verdict: words(CHIP_VERDICTS),
  activeAuthentication: words(ACTIVE_AUTHENTICATIONS),
  reasons: Type.Array(CodedText),
  /** ISO 3166 alpha-2, as the signer's certificate has it. */
  country: Type.Optional(Type.String()),
  authority: Type.Optional(Type.Object({ ...CertificateView.properties, origin: Type.String() })),
  signer: Type.Optional(CertificateView),
  signedUtc: Type.Optional(Type.String()),
  readUtc: Type.String(),
  /** Every data group that was sent, by number. */
  dataGroups: Type.Record(Type.String(), words(GROUP_STATES)),
  /** Reported by the program that read the chip; the service cannot verify it. */
  saidByReader: Type.Optional(
    Type.Object({
      access: Type.Optional(Type.String()),
      chipAuthentication: Type.Optional(Type.String()),
    }),
  ),
})
export type CaseChip = Static<typeof CaseChip>
