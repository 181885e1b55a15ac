import { america } from './america.ts'
import { baltic } from './baltic.ts'
import { centralEurope } from './central-europe.ts'
import { east } from './east.ts'
import { eastAsia } from './east-asia.ts'
import { nordic } from './nordic.ts'
import type { NumberRule } from './rule.ts'
import { southEastEurope } from './south-east-europe.ts'
import { southernEurope } from './southern-europe.ts'
import { westernEurope } from './western-europe.ts'

/** Every rule there is. A country that is not among their issuers has none, and nothing is said of its numbers. */
export const NUMBER_RULES: readonly NumberRule[] = [
  ...centralEurope,
  ...southEastEurope,
  ...baltic,
  ...nordic,
  ...westernEurope,
  ...southernEurope,
  ...east,
  ...eastAsia,
  ...america,
]
