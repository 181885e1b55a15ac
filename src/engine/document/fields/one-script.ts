import type { TextLine } from '../../text/read-text.ts'
import { convertToScript, type Script, tellScript } from '../../text/scripts.ts'
import type { Chosen } from './choose.ts'
import { isName } from './names.ts'

/** A name that may be written in either of two scripts: what is held against anybody begins above it (domain/document/view.ts). */
export const OPEN_SCRIPT = 70

interface SettledName extends Chosen {
  /** Its letters look the same in two scripts, and nothing says which it is. */
  isOpen?: true
}

/**
 * The names of one person are in one script. A name made of letters that Latin, Cyrillic and Greek share follows the
 * person's other names, then the page; where neither says, it stays open.
 */
export function inOneScript(chosen: readonly Chosen[], lines: readonly TextLine[]): SettledName[] {
  const known = new Set(chosen.filter(isName).flatMap(({ value }) => tellScript(value) ?? []))
  const ofPerson = known.size === 1 ? [...known][0] : undefined
  const ofPage = soleScript(lines)
  return chosen.map((each) => {
    if (!isName(each) || tellScript(each.value) !== undefined) return each
    const fitting = ([0, 1, 2] as const).filter((script) => convertToScript(each.value, script) !== undefined)
    if (fitting.length < 2) return each
    const said = [ofPerson, ofPage].find((script) => script !== undefined && fitting.includes(script))
    if (said === undefined) return { ...each, isOpen: true }
    return { ...each, value: convertToScript(each.value, said) ?? each.value }
  })
}

/** Of the letters that cannot be mistaken nearly all. */
const NEARLY_ALL = 0.9

/** The script of a text or a page; undefined where it is in two. */
function soleScript(lines: readonly Pick<TextLine, 'text'>[]): Script | undefined {
  const counts = [0, 0, 0]
  for (const { text } of lines) {
    for (const word of text.match(/\p{L}+/gu) ?? []) {
      const script = tellScript(word)
      if (script !== undefined) counts[script] = (counts[script] as number) + word.length
    }
  }
  const all = counts.reduce((sum, count) => sum + count, 0)
  const most = counts.indexOf(Math.max(...counts)) as Script
  return all > 0 && (counts[most] as number) >= NEARLY_ALL * all ? most : undefined
}
