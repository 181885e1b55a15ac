import { daysOf, inCenturies, oddIsMan } from './births.ts'
import { luhn, mod11_2, notBinding, weighted } from './checks.ts'
import type { NumberRule } from './rule.ts'

const DAY = 86_400_000

/** Day 1 is 1 January 1900. */
const dayOfCentury = (count: string): string[] => [
  new Date(Date.UTC(1899, 11, 31) + Number(count) * DAY).toISOString().slice(0, 10),
]

const KAZAKH_CENTURIES = [1800, 1900, 2000]

export const east: readonly NumberRule[] = [
  {
    name: 'РНОКПП',
    issuers: ['UKR'],
    form: /^(?<count>\d{5})\d{3}(?<s>\d)\d$/,
    check: weighted([-1, 5, 7, 9, 4, 6, 10, 5, 7], { modulus: 11, ten: '0' }),
    birth: {
      says: 'days since 31 December 1899',
      births: (part) => (Number(part('count')) === 0 ? [] : dayOfCentury(part('count'))),
    },
    sex: { says: 'ninth digit odd for men', sex: (part) => oddIsMan(part('s')) },
    source: 'Податковий кодекс України, ст. 70; наказ Мінфіну від 29.09.2017 № 822',
  },
  {
    name: 'УНЗР',
    issuers: ['UKR'],
    form: /^(?<yyyy>\d{4})(?<mm>\d\d)(?<dd>\d\d)\d{5}$/,
    check: notBinding(
      weighted([7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1], { modulus: 10 }),
      'found on published specimens, named in no law',
    ),
    birth: {
      says: 'YYYYMMDD',
      births: (part) => daysOf(part, [Number(part('yyyy'))]),
    },
    inMrz: true,
    source: 'Закон України № 5492-VI про Єдиний державний демографічний реєстр',
  },
  {
    name: 'ИИН, ЖСН',
    issuers: ['KAZ'],
    form: /^(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)(?<s>[1-6])\d{5}$/,
    check: weighted([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], { modulus: 11, again: [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2] }),
    birth: {
      says: 'YYMMDD; the seventh digit says the century',
      births: (part) =>
        daysOf(part, inCenturies(part('yy'), KAZAKH_CENTURIES[Math.floor((Number(part('s')) - 1) / 2)] ?? 0)),
    },
    sex: { says: 'seventh digit odd for men', sex: (part) => oddIsMan(part('s')) },
    inMrz: true,
    source: 'Закон Республики Казахстан от 12.01.2007 № 223-III; правила формирования ИИН',
  },
  {
    name: '公民身份号码',
    issuers: ['CHN'],
    form: /^\d{6}(?<yyyy>\d{4})(?<mm>\d\d)(?<dd>\d\d)\d\d(?<s>\d)[\dX]$/,
    check: mod11_2,
    birth: {
      says: 'digits 7 to 14 YYYYMMDD',
      births: (part) => daysOf(part, [Number(part('yyyy'))]),
    },
    sex: { says: 'digit before the check digit odd for men', sex: (part) => oddIsMan(part('s')) },
    source: 'GB 11643-1999',
  },
  {
    name: 'מספר זהות',
    issuers: ['ISR'],
    form: /^\d{9}$/,
    check: luhn(),
    source: 'Population Registry Law 5725-1965; Population and Immigration Authority',
  },
]
