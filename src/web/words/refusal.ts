import type { Texts } from '../../ui/locales/en-US.ts'

/** What the service said about a picture, as keys of the sentences that tell it. */
export interface Refusal {
  error: keyof Texts
  hints: (keyof Texts)[]
}

export function refusalOf(error: string | undefined, hints: readonly string[] = []): Refusal {
  return { error: (error ?? 'INTERNAL_ERROR') as keyof Texts, hints: hints as (keyof Texts)[] }
}

/** The one sentence to show: a hint says more than the code; a code without a sentence is told as a fault of ours. */
export function sentenceOf({ error, hints }: Refusal, texts: Texts): keyof Texts {
  return hints.find((each) => each in texts) ?? (error in texts ? error : 'INTERNAL_ERROR')
}
