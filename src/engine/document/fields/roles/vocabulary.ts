/** What the net's numbers mean. */
export interface Vocabulary {
  /** Letter → its number, from 1. */
  letters: ReadonlyMap<string, number>
  /** In the order of the net's answers: `surname` for a value, `label surname` for its label, and what is neither. */
  roles: readonly string[]
  kinds: readonly string[]
}

/** The companion file of the net: its letters, its roles and its kinds of pages, a line each. */
export function vocabularyOf(text: string): Vocabulary {
  const [letters, roles, kinds] = text.split('\n')
  if (!letters || !roles || !kinds) throw new Error('the words of the net of line roles are not whole')
  return {
    letters: new Map(Array.from(letters, (letter, i) => [letter, i + 1])),
    roles: roles.split(','),
    kinds: kinds.split(','),
  }
}
