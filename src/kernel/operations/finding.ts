/** The result of one check: fine, in need of attention, or so bad that the service could not serve. */
export interface Finding {
  name: string
  text: string
  verdict: 'good' | 'unsafe' | 'bad'
  /** What to do about it. */
  advice?: string
}

export const good = (name: string, text: string): Finding => ({ name, text, verdict: 'good' })
export const unsafe = (name: string, text: string, advice: string): Finding => ({
  name,
  text,
  verdict: 'unsafe',
  advice,
})
export const bad = (name: string, text: string, advice: string): Finding => ({ name, text, verdict: 'bad', advice })

const MARKS = { good: '✔', unsafe: '!', bad: '✖' } as const

export function formatFinding({ name, text, verdict, advice }: Finding): string {
  return `${MARKS[verdict]} ${name.padEnd(16)} ${text}${advice === undefined ? '' : `\n  ${''.padEnd(16)} → ${advice}`}`
}
