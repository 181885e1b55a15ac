declare module '../../../kernel/feature-types.ts' {
  interface FeatureEvidence {
    /** Other sessions of the tenant with the same document number or face, when that check is on. */
    duplicates?: Duplicates
  }
}

/** Other sessions of the tenant that show the same document or the same face. */
export interface Duplicates {
  documentNumber: string[]
  face: string[]
  /**
   * Sessions with the same picture of a side of the document, identical or a copy; absent if it was not searched for.
   */
  documentPicture?: string[]
  /** The sessions with this face of which a reviewer said that they show another person. */
  othersAlike?: string[]
  /** How many faces were made by another recognition model and could not be compared; absent if none. */
  uncompared?: number
  /**
   * The index of faces was not loaded yet: only the faces of sessions with the same document were compared.
   */
  facesUnsearched?: true
  /** Prints were changed past this program: earlier sessions may be missing from the above. */
  changed?: true
}
