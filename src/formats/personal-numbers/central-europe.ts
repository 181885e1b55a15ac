import {
  days,
  daysOf,
  inCenturies,
  type NumberCheck,
  type NumberRule,
  oddIsMan,
  type Parts,
  sum,
  weighted,
} from './rule.ts'

/**
 * The month is raised by 50 for women. Since 2004, if the numbers of a day run out, it is raised by another 20 for all.
 */
const rodneMonth = (part: Parts): number => (Number(part('mm')) % 50) % 20

/** Ten digits since 1954; before that nine digits without a check. */
const rodneYears = (part: Parts): number[] => {
  const year = Number(part('yy'))
  return [part('check') !== '' && year < 54 ? 2000 + year : 1900 + year]
}

const rodneCheck: NumberCheck = {
  says: 'ten digits: a multiple of 11; until 1985 a first part that leaves ten was given 0. Nine digits have none',
  agrees: (number, part) => {
    if (part('check') === '') return true
    if (Number(number) % 11 === 0) return true
    const [year = 0] = rodneYears(part)
    return year <= 1985 && part('check') === '0' && Number(number.slice(0, 9)) % 11 === 10
  },
}

const ascending = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** The order of the weights was reversed for those born since 1997. */
const hungarianCheck: NumberCheck = {
  says: `weights 1 to 10, for those born since 1997 10 to 1, sum modulo 11; ten is not issued`,
  agrees: (number, part) => {
    const turned = hungarianYear(part) >= 1997
    return sum(number, turned ? ascending.toReversed() : ascending) % 11 === Number(part('check'))
  },
}

const hungarianYear = (part: Parts): number => Number(part('yy')) + ('34'.includes(part('s')) ? 2000 : 1900)

/** Added to the month: 80 for the 1800s, 20 for the 2000s, 40 for the 2100s, 60 for the 2200s. */
const PESEL_CENTURIES = [1900, 2000, 2100, 2200, 1800]

export const centralEurope: readonly NumberRule[] = [
  {
    name: 'rodné číslo',
    issuers: ['CZE', 'SVK'],
    form: /^(?=\d{10}$|(?:[0-4]\d|5[0-3])\d{7}$)(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{3}(?<check>\d?)$/,
    check: rodneCheck,
    birth: {
      says: 'YYMMDD; the number of digits and the year tell the century',
      births: (part) => days(rodneYears(part), rodneMonth(part), Number(part('dd'))),
    },
    sex: { says: 'month of women + 50', sex: (part) => (Number(part('mm')) > 50 ? 'F' : 'M') },
    inMrz: true,
    source: 'zákon č. 133/2000 Sb., § 13; zákon č. 301/1995 Z. z. o rodnom čísle',
  },
  {
    name: 'PESEL',
    issuers: ['POL'],
    form: /^(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{3}(?<s>\d)\d$/,
    check: weighted([1, 3, 7, 9, 1, 3, 7, 9, 1, 3], { modulus: 10, completes: true }),
    birth: {
      says: 'YYMMDD; the month says the century',
      births: (part) => {
        const month = Number(part('mm'))
        return days(
          inCenturies(part('yy'), PESEL_CENTURIES[Math.floor(month / 20)] ?? 0),
          month % 20,
          Number(part('dd')),
        )
      },
    },
    sex: { says: 'tenth digit odd for men', sex: (part) => oddIsMan(part('s')) },
    inMrz: true,
    source: 'ustawa z 24.9.2010 o ewidencji ludności, art. 15; gov.pl, «Czym jest numer PESEL»',
  },
  {
    name: 'személyi azonosító',
    issuers: ['HUN'],
    form: /^(?<s>[1-4])(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{3}(?<check>\d)$/,
    check: hungarianCheck,
    birth: {
      says: 'digits 2 to 7 YYMMDD; 1 and 2 for the 1900s, 3 and 4 for the 2000s',
      births: (part) => daysOf(part, [hungarianYear(part)]),
    },
    sex: { says: 'first digit odd for men', sex: (part) => oddIsMan(part('s')) },
    source: '1996. évi XX. törvény, 3. számú melléklet',
  },
  {
    name: 'AHV-Nummer',
    issuers: ['CHE'],
    form: /^756\d{10}$/,
    check: weighted([1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3], { modulus: 10, completes: true }),
    source: 'AHVG Art. 50c; Bundesamt für Sozialversicherungen, «Die Versichertennummer» (EAN-13)',
  },
]
