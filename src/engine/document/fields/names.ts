import { VISUAL_FIELDS, type VisualFieldName } from '../../../domain/vocabulary.ts'
import { type Script, scriptOf } from '../../text/scripts.ts'
import type { Candidate } from './candidate.ts'

const NAMES: readonly VisualFieldName[] = VISUAL_FIELDS.filter(
  (name) => /name$|names$/.test(name) && name !== 'issuing_state_name',
)

export const isName = ({ name }: Pick<Candidate, 'name'>): boolean => NAMES.includes(name)

/** Which script a name is written in; undefined for what is no name, and for one in two scripts. */
export function scriptOfName({ name, value }: Pick<Candidate, 'name' | 'value'>): Script | undefined {
  if (!isName({ name })) return undefined
  const scripts = new Set([...value].flatMap((letter) => scriptOf(letter) ?? []))
  return scripts.size === 1 ? [...scripts][0] : undefined
}

/** 0 Latin. A document that prints a name in two scripts prints it in Latin for others to read. */
export const isInLatin = (candidate: Pick<Candidate, 'name' | 'value'>): boolean => scriptOfName(candidate) === 0
