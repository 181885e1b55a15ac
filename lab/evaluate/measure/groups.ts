import { TONES, type Tone, toneOf } from './skin-tone.ts'

/** The groups that the person in a picture belongs to. */
export interface Who {
  sex: 'women' | 'men'
  age: AgeBand
  /** Absent if the picture does not show it. */
  tone?: Tone
}

const AGE_BANDS = ['under 18', '18 to 29', '30 to 44', '45 to 59', '60 and over'] as const

type AgeBand = (typeof AGE_BANDS)[number]

/** Both sexes, then all bands, then all tones: the rows of a table of errors by group. */
export const GROUPS: readonly (Who['sex'] | AgeBand | Tone)[] = ['women', 'men', ...AGE_BANDS, ...TONES]

export function bandOf(age: number): AgeBand {
  if (age < 18) return 'under 18'
  if (age < 30) return '18 to 29'
  if (age < 45) return '30 to 44'
  return age < 60 ? '45 to 59' : '60 and over'
}

/** According to the engine's own net (−10,000 male to 10,000 female, years), and the typology angle of the skin. */
export const whoBy = ({ gender, age }: { gender: number; age: number }, angle?: number): Who => ({
  sex: gender > 0 ? 'women' : 'men',
  age: bandOf(age),
  ...(angle !== undefined && { tone: toneOf(angle) }),
})

export const isOf = (group: string, { sex, age, tone }: Who): boolean =>
  sex === group || age === group || tone === group
