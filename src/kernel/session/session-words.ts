export const STATUSES = [
  'PENDING',
  'WAITING_FOR_MANUAL_APPROVE',
  'AUTO_APPROVED',
  'MANUAL_APPROVED',
  'AUTO_REJECTED',
  'MANUAL_REJECTED',
  'EXPIRED',
] as const
export type Status = (typeof STATUSES)[number]

/** The states in which results can be read (specification 4.4). */
export const FINAL_STATUSES = ['AUTO_APPROVED', 'MANUAL_APPROVED', 'AUTO_REJECTED', 'MANUAL_REJECTED'] as const

/** A session has the mode of the credential that opened it; the two modes are kept apart. */
export const MODES = ['test', 'live'] as const
export type Mode = (typeof MODES)[number]

/** The pictures that a session is made of. */
export const PARTS = ['FRONT', 'BACK', 'FACE'] as const
export type Part = (typeof PARTS)[number]

/** Their names in sentences and counted steps. */
export const PART_WORDS = { FRONT: 'front', BACK: 'back', FACE: 'selfie' } as const satisfies Record<Part, string>

export const STEPS = ['document', 'face'] as const
export type Step = (typeof STEPS)[number]

/** The messages of an embedded frame to its parent (specification 6). */
export const FRAME_ERRORS = ['SESSION_ALREADY_COMPLETED', 'SESSION_UNAUTHORIZED', 'INTERNAL_ERROR'] as const

/** The wire names of the 15 locales (specification 4.2). `jp-JP` is the specification's code for Japanese. */
export const LOCALES = [
  'ar-SA',
  'cs-CZ',
  'da-DK',
  'en-US',
  'fi-FI',
  'fr-FR',
  'de-DE',
  'hu-HU',
  'jp-JP',
  'lv-LV',
  'ro-RO',
  'sk-SK',
  'es-ES',
  'sv-SE',
  'uk-UA',
] as const
export type Locale = (typeof LOCALES)[number]
