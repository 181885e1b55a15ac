/**
 * Something that a genuine document does not show. `certain` when no misreading explains it, `strong` when only a rare
 * event in the issuer's register does, else `doubtful`.
 */
export interface Contradiction {
  code: ContradictionCode
  certainty: 'certain' | 'strong' | 'doubtful'
  reason: string
}

type ContradictionCode =
  | 'IMPOSSIBLE_DATES'
  | 'VALIDITY_TOO_LONG'
  | 'NUMBER_FORMAT'
  | 'PERSONAL_NUMBER_INVALID'
  | 'PERSONAL_NUMBER_BIRTH'
  | 'PERSONAL_NUMBER_SEX'
  | 'MRZ_BARCODE_MISMATCH'
  | 'FRONT_BACK_MISMATCH'
  | 'MRZ_TYPE_MISMATCH'
  | 'EDITED_PICTURE'
