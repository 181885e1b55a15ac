/** A name printed in two scripts or spellings is separated by a slash; the Latin one comes first. */
export function spellingsOf(value: string | undefined): string[] {
  if (!value) return []
  const parts = value
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean)
  return [...parts, value].sort(
    (a, b) => Number(/^\P{Script=Latin}+$/u.test(a)) - Number(/^\P{Script=Latin}+$/u.test(b)),
  )
}
