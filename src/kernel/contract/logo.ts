/** A logo is kept with the settings that name it, as a data URL; it is never fetched from another site. */
export const LOGO = {
  maxLength: 200_000,
  pattern: '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$',
} as const

/** In words, for a person who sends another file. */
export const LOGO_RULE = 'PNG, JPEG or WebP, at most 140 kB'

const PATTERN = new RegExp(LOGO.pattern)

export const isLogo = (text: string): boolean => text.length <= LOGO.maxLength && PATTERN.test(text)
