const LOGO_ADDRESS = /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/

/** A logo is kept with the settings that name it, as a data URL; it is never fetched from another site. */
export const LOGO = { maxLength: 200_000, pattern: LOGO_ADDRESS.source.replaceAll('\\/', '/') } as const

/** In words, for a person who sends another file. */
export const LOGO_RULE = 'PNG, JPEG or WebP, at most 140 kB'

export const isLogo = (text: string): boolean => text.length <= LOGO.maxLength && LOGO_ADDRESS.test(text)
