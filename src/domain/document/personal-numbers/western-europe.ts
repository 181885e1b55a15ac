import { days, inCenturies, isUnknown, LIVING, months, oddIsMan } from './births.ts'
import { weighted } from './checks.ts'
import type { NumberCheck, NumberRule, Parts } from './rule.ts'

/** A 2 is written before the digits of those born since 2000, for the check alone. */
const belgianCenturies = (part: Parts): number[] =>
  [
    { century: 1900, digits: part('first') },
    { century: 2000, digits: `2${part('first')}` },
  ]
    .filter(({ digits }) => 97 - (Number(digits) % 97) === Number(part('check')))
    .map(({ century }) => century)

const belgianCheck: NumberCheck = {
  says: '97 less the first nine digits modulo 97, a 2 before them for those born since 2000',
  agrees: (_, part) => belgianCenturies(part).length > 0,
}

/** Corsica's departments 2A and 2B count as 19 and 18. */
const frenchCheck: NumberCheck = {
  says: '97 less the first thirteen digits modulo 97, 2A counted as 19 and 2B as 18',
  agrees: (_, part) => {
    const digits = part('first').replace('2A', '19').replace('2B', '18')
    return 97 - (Number(digits) % 97) === Number(part('check'))
  },
}

const frenchSex = { 1: 'M', 2: 'F', 3: 'M', 4: 'F', 7: 'M', 8: 'F' } as const satisfies Record<number, 'M' | 'F'>

export const westernEurope: readonly NumberRule[] = [
  {
    name: 'rijksregisternummer, numéro de registre national',
    issuers: ['BEL'],
    form: /^(?<first>(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)(?<s>\d{3}))(?<check>\d\d)$/,
    check: belgianCheck,
    birth: {
      says: 'YYMMDD, zeros for what is unknown; the check says the century; month + 20 or + 40 in a BIS number',
      births: (part) => {
        const month = Number(part('mm')) % 20
        if (month === 0 || isUnknown(part('dd'))) return undefined
        return days(inCenturies(part('yy'), ...belgianCenturies(part)), month, Number(part('dd')))
      },
    },
    sex: {
      says: 'digits 7 to 9 odd for men; nothing in a BIS number with month + 20',
      sex: (part) => (Math.floor(Number(part('mm')) / 20) === 1 ? undefined : oddIsMan(part('s'))),
    },
    inMrz: true,
    source: 'Koninklijk besluit van 3 april 1984 betreffende de samenstelling van het identificatienummer',
  },
  {
    name: 'burgerservicenummer',
    issuers: ['NLD'],
    form: /^\d{9}$/,
    check: weighted([9, 8, 7, 6, 5, 4, 3, 2], { modulus: 11 }),
    inMrz: true,
    source: 'Wet algemene bepalingen burgerservicenummer; RvIG, «Burgerservicenummer» (elfproef)',
  },
  {
    name: 'NIR',
    issuers: ['FRA'],
    form: /^(?<first>(?<s>[123478])(?<yy>\d\d)(?<mm>\d\d)(?:\d\d|2[AB])\d{6})(?<check>\d\d)$/,
    check: frenchCheck,
    birth: {
      says: 'digits 2 to 5 YYMM, no day; months over 12 where the month is unknown',
      births: (part) => {
        const month = Number(part('mm'))
        return month < 1 || month > 12 ? undefined : months(inCenturies(part('yy'), ...LIVING), month)
      },
    },
    sex: { says: 'first digit odd for men', sex: (part) => frenchSex[Number(part('s')) as keyof typeof frenchSex] },
    source: 'Décret n° 82-103 du 22 janvier 1982, art. 4; Insee, «Numéro d’inscription au répertoire»',
  },
  {
    name: 'driver number',
    issuers: ['GBR'],
    form: /^(?=(?:.{16}|.{18})$)[A-Z]{1,5}9{0,4}(?<decade>\d)(?<mm>\d\d)(?<dd>\d\d)(?<y>\d)[A-Z9]{2}[0-9A-Z][A-Z0-9]{2}(?:\d\d)?$/,
    birth: {
      says: 'after five signs of the surname the decade, MMDD, and the last digit of the year',
      births: (part) =>
        days(inCenturies(part('decade') + part('y'), ...LIVING), Number(part('mm')) % 50, Number(part('dd'))),
    },
    sex: { says: 'month of women + 50', sex: (part) => (Number(part('mm')) > 50 ? 'F' : 'M') },
    asDocumentNumber: ['DRIVER_LICENSE'],
    source: 'DVLA, INS57P «Information on driving licences»; the check characters are not published',
  },
]
