import type { Name } from '../../issue/names.ts'

/** A name as printed: first in the document's own script, if it has one. */
export function printedName({ latin, native }: Name): string {
  return native && !isArabic(native) ? `${native}/${latin}` : latin
}

/** The part that is written from right to left, on the other side of the line. */
export function arabicName({ native }: Name): string | undefined {
  return native && isArabic(native) ? native : undefined
}

function isArabic(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text)
}
