import { FORMATS } from './formats.ts'
import { detectFormat } from './parse-mrz.ts'

/** The MRZ lines in a text without errors, such as a barcode's: on lines of their own, or one after the other. */
export function mrzInText(text: string): string[] | undefined {
  const lines = text.split(/[\r\n]+/).filter((line) => /^[A-Z0-9<]+$/.test(line))
  for (const { lengths } of FORMATS) {
    for (let start = 0; start + lengths.length <= lines.length; start++) {
      const group = lines.slice(start, start + lengths.length)
      if (detectFormat(group)) return group
    }
  }
  return lines.map(cut).find((group) => group !== undefined)
}

/** A run of characters cut into the lines of the format whose size it has. */
function cut(run: string): string[] | undefined {
  for (const { lengths } of FORMATS) {
    if (lengths.length < 2 || run.length !== lengths.reduce((sum, length) => sum + length, 0)) continue
    let from = 0
    const group = lengths.map((length) => {
      from += length
      return run.slice(from - length, from)
    })
    if (detectFormat(group)) return group
  }
  return undefined
}
