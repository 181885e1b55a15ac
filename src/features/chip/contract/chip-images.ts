declare module '../../../kernel/feature-types.ts' {
  interface EvidenceImages {
    CHIP: (typeof CHIP_IMAGES)[number] | typeof CHIP_FILES
  }
}

/** The portrait in the chip. */
export const CHIP_IMAGES = ['chip_face'] as const

/** The files of the chip as they were read. */
export const CHIP_FILES = 'chip_files'
