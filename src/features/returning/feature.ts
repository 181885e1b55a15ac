import type { Feature } from '../../kernel/feature.ts'
import { returningPerson } from './returning-person.ts'
import { returningFactors } from './rules/returning-person.ts'
import { settings } from './settings.ts'

/** The flow `returning`: a selfie compared with a person who was approved before. */
export const returning: Feature = {
  name: 'returning',
  factors: returningFactors,
  settings,
  sessionPart: returningPerson,
}
