declare module '../../../kernel/feature-types.ts' {
  interface EvidenceImages {
    CREDENTIAL: (typeof CREDENTIAL_IMAGES)[number] | typeof CREDENTIAL_FILES
  }
}

/** The portrait in a credential. */
export const CREDENTIAL_IMAGES = ['credential_face'] as const

/** The presentation as it was received. */
export const CREDENTIAL_FILES = 'credential_files'
