export type Shade = 'light' | 'dark'

/** Answers for the device what it prefers: each rule that asks for a shade holds always, or never. Without one the device is asked again. */
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

/** The shade that a rule of the style sheets asked for, before it was answered. */
const asked = new Map<CSSMediaRule, string>()
