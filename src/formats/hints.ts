/** Details of a refusal or an accepted picture: what a page can ask a person to correct. */
export const HINTS = [
  'BLURRED',
  'GLARE',
  'GLARE_ON_MRZ',
  'CUT_OFF',
  'TOO_SMALL',
  'TOO_DARK',
  'TOO_BRIGHT',
  'NO_DOCUMENT',
  'MRZ_NOT_READ',
  'BARCODE_NOT_READ',
  'NO_PORTRAIT',
  'SEVERAL_PORTRAITS',
  'EYES_CLOSED',
  'OTHER_DOCUMENT',
  'OTHER_SIDE',
] as const
export type Hint = (typeof HINTS)[number]
