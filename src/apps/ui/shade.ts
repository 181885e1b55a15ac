export type Shade = 'light' | 'dark'

/**
 * Overrides the device's color scheme: each media rule that asks for a shade becomes always true or always false.
 * Without a shade the device's setting applies again.
 */
export function preferShade(shade: Shade | undefined): void {
  document.documentElement.style.colorScheme = shade ?? ''
  for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    if (!(rule instanceof CSSMediaRule)) continue
    const wanted = asked.get(rule) ?? /prefers-color-scheme: *(\w+)/.exec(rule.media.mediaText)?.[1] ?? ''
    asked.set(rule, wanted)
    if (wanted)
      rule.media.mediaText = shade ? (wanted === shade ? 'all' : 'not all') : `(prefers-color-scheme: ${wanted})`
  }
}

/** The shade that a rule of the style sheets originally asked for. */
const asked = new Map<CSSMediaRule, string>()
