/** Who a picture shows, as far as it is distinguished here. */
export interface Who {
  sex: 'women' | 'men'
  age: AgeBand
}

const AGE_BANDS = ['under 18', '18 to 29', '30 to 44', '45 to 59', '60 and over'] as const

type AgeBand = (typeof AGE_BANDS)[number]

/** Both sexes, then all bands: the rows of a table of errors by group. */
export const GROUPS: readonly (Who['sex'] | AgeBand)[] = ['women', 'men', ...AGE_BANDS]

export function bandOf(age: number): AgeBand {
  if (age < 18) return 'under 18'
  if (age < 30) return '18 to 29'
  if (age < 45) return '30 to 44'
  return age < 60 ? '45 to 59' : '60 and over'
}

/** As the engine's own net sees a face: −10,000 male to 10,000 female, years. */
export const whoBy = ({ gender, age }: { gender: number; age: number }): Who => ({
  sex: gender > 0 ? 'women' : 'men',
  age: bandOf(age),
})

export const isOf = (group: string, { sex, age }: Who): boolean => sex === group || age === group
