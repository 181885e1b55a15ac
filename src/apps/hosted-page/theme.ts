import type { Theme } from '../../kernel/session/contract/enrolment-state.ts'

const fonts: Record<NonNullable<Theme['font']>, string> = {
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif',
  serif: 'ui-serif, Georgia, "Noto Serif", serif',
  rounded: 'ui-rounded, "SF Pro Rounded", "Nunito", system-ui, sans-serif',
}

/** Applies the tenant's few settings over the defaults. */
export function applyTheme({ accent, accentInk, radius, font }: Theme): void {
  const { style } = document.documentElement
  if (accent) style.setProperty('--accent', accent)
  if (accent) style.setProperty('--accent-ink', accentInk ?? readableOn(accent))
  if (radius !== undefined) style.setProperty('--radius', `${radius}px`)
  if (font) style.setProperty('--font', fonts[font])
}

/** Black or white, whichever has the higher contrast on the colour (WCAG 2.2 relative luminance). */
function readableOn(colour: string): '#000000' | '#ffffff' {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff'
}
