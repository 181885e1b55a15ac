import {
  both,
  days,
  daysOf,
  inCenturies,
  isUnknown,
  LIVING,
  lettered,
  luhn,
  type NumberRule,
  notBinding,
  oddIsMan,
  type Parts,
  weighted,
} from './rule.ts'

/** Additional letters besides A and the hyphen since 2023, when the numbers of a day began to run out. */
function finnishCenturies(sign: string): readonly number[] {
  if (sign === '') return LIVING // The MRZ has no hyphen, and writes a filler.
  if (sign === '+') return [1800]
  return '-UVWXY'.includes(sign) ? [1900] : [2000]
}

/**
 * Individual numbers 000 to 499 for 1900 to 1999, 500 to 749 for 1854 to 1899, 500 to 999 for 2000 to 2039, 900 to 999
 * for 1940 to 1999.
 */
function norwegianYears(part: Parts): number[] {
  const [year, individual] = [Number(part('yy')), Number(part('n'))]
  if (individual < 500) return [1900 + year]
  if (year < 40) return [2000 + year]
  if (individual >= 900) return [1900 + year]
  return individual < 750 && year >= 54 ? [1800 + year] : []
}

/** The century by the seventh digit, from the register's table. */
function danishYear(part: Parts): number {
  const [year, digit] = [Number(part('yy')), Number(part('c'))]
  if (digit <= 3) return 1900 + year
  if (digit === 4 || digit === 9) return year <= 36 ? 2000 + year : 1900 + year
  return year <= 57 ? 2000 + year : 1800 + year
}

const ICELANDIC_CENTURIES: Readonly<Record<string, number>> = { 8: 1800, 9: 1900, 0: 2000 }

export const nordic: readonly NumberRule[] = [
  {
    name: 'henkilötunnus',
    issuers: ['FIN'],
    form: /^(?<dd>\d\d)(?<mm>\d\d)(?<yy>\d\d)(?<c>[-+A-FU-Y]?)(?<n>\d{3})(?<check>[0-9A-FHJ-NPR-Y])$/,
    check: lettered('0123456789ABCDEFHJKLMNPRSTUVWXY', 'dd', 'mm', 'yy', 'n'),
    birth: {
      says: 'DDMMYY; + for the 1800s, - U V W X Y the 1900s, A to F the 2000s',
      births: (part) => daysOf(part, inCenturies(part('yy'), ...finnishCenturies(part('c')))),
    },
    sex: { says: 'digits after the sign odd for men', sex: (part) => oddIsMan(part('n')) },
    inMrz: true,
    source: 'Valtioneuvoston asetus väestötietojärjestelmästä (128/2010), 2 §; DVV, «Henkilötunnus»',
  },
  {
    name: 'personnummer, samordningsnummer',
    issuers: ['SWE'],
    form: /^(?<c>18|19|20|)(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)[-+]?\d\d(?<s>\d)\d$/,
    check: luhn((number) => number.replace(/[-+]/, '').slice(-10)),
    birth: {
      says: 'YYMMDD or YYYYMMDD; day + 60 in a samordningsnummer',
      births: (part) => {
        const [month, day] = [Number(part('mm')), Number(part('dd')) % 60]
        if (month === 0 || day === 0) return undefined
        const years = part('c') ? [Number(part('c') + part('yy'))] : inCenturies(part('yy'), ...LIVING)
        return days(years, month, day)
      },
      nominal: 'where the numbers of a day have run out, a day near it is taken',
    },
    sex: { says: 'digit before the check digit odd for men', sex: (part) => oddIsMan(part('s')) },
    inMrz: true,
    source: 'Folkbokföringslag (1991:481) 18 §; lag (2022:1697) om samordningsnummer; Skatteverket, «Personnummer»',
  },
  {
    name: 'fødselsnummer, D-nummer',
    issuers: ['NOR'],
    form: /^(?<dd>\d\d)(?<mm>\d\d)(?<yy>\d\d)(?<n>\d\d(?<s>\d))\d\d$/,
    check: both(
      weighted([3, 7, 6, 1, 8, 9, 4, 5, 2], { modulus: 11, completes: true }),
      weighted([5, 4, 3, 2, 7, 6, 5, 4, 3, 2], { modulus: 11, completes: true }),
    ),
    birth: {
      says: 'DDMMYY; digits 7 to 9 with the year say the century; day + 40 in a D-nummer',
      births: (part) => days(norwegianYears(part), Number(part('mm')), Number(part('dd')) % 40),
    },
    sex: { says: 'ninth digit odd for men', sex: (part) => oddIsMan(part('s')) },
    source: 'Folkeregisterforskriften; Skatteetaten, «Fødselsnummer»',
  },
  {
    name: 'CPR-nummer',
    issuers: ['DNK'],
    form: /^(?<dd>\d\d)(?<mm>\d\d)(?<yy>\d\d)(?<c>\d)\d\d(?<s>\d)$/,
    check: notBinding(
      weighted([4, 3, 2, 7, 6, 5, 4, 3, 2], { modulus: 11, completes: true }),
      'numbers without it are issued since October 2007',
    ),
    birth: {
      says: 'DDMMYY; the seventh digit with the year says the century',
      births: (part) => days([danishYear(part)], Number(part('mm')), Number(part('dd')) % 60),
    },
    sex: { says: 'last digit odd for men', sex: (part) => oddIsMan(part('s')) },
    inMrz: true,
    source: 'CPR-loven § 3; CPR-kontoret, «Personnummeret i CPR»',
  },
  {
    name: 'kennitala',
    issuers: ['ISL'],
    form: /^(?<dd>\d\d)(?<mm>\d\d)(?<yy>\d\d)\d\d\d(?<c>[890])$/,
    check: notBinding(
      weighted([3, 2, 7, 6, 5, 4, 3, 2], { modulus: 11, completes: true }),
      'numbers without it are issued since 18 February 2026',
    ),
    birth: {
      says: 'DDMMYY; the last digit says the century; 8 or 9 in front in a number of a person who is not registered',
      births: (part) =>
        part('dd') >= '80' || isUnknown(part('dd'))
          ? undefined
          : daysOf(part, inCenturies(part('yy'), ICELANDIC_CENTURIES[part('c')] ?? 0)),
    },
    inMrz: true,
    source: 'Lög um skráningu einstaklinga (140/2019); Þjóðskrá, «Um kennitölur», «Kennitölur án vartölu»',
  },
]

const estonianCheck = weighted([1, 2, 3, 4, 5, 6, 7, 8, 9, 1], {
  modulus: 11,
  again: [3, 4, 5, 6, 7, 8, 9, 1, 2, 3],
  ten: '0',
})

/** 1 and 2 mean the 1800s, 3 and 4 the 1900s and so on. */
const centuryOf = (part: Parts): number => 1800 + 100 * Math.floor((Number(part('s')) - 1) / 2)

export const baltic: readonly NumberRule[] = [
  {
    name: 'isikukood',
    issuers: ['EST'],
    form: /^(?<s>[1-8])(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{4}$/,
    check: estonianCheck,
    birth: {
      says: 'digits 2 to 7 YYMMDD; the first says the century',
      births: (part) => daysOf(part, inCenturies(part('yy'), centuryOf(part))),
    },
    sex: { says: 'first digit odd for men', sex: (part) => oddIsMan(part('s')) },
    inMrz: true,
    source: 'Rahvastikuregistri seadus; EVS 585:2007 «Isikukood. Struktuur»',
  },
  {
    name: 'asmens kodas',
    issuers: ['LTU'],
    form: /^(?<s>[1-69])(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{4}$/,
    check: estonianCheck,
    birth: {
      says: 'digits 2 to 7 YYMMDD, zeros for what is unknown; the first says the century, 9 that nothing is said',
      births: (part) =>
        part('s') === '9' || isUnknown(part('mm'), part('dd'))
          ? undefined
          : daysOf(part, inCenturies(part('yy'), centuryOf(part))),
    },
    sex: {
      says: 'first digit odd for men, 9 for either',
      sex: (part) => (part('s') === '9' ? undefined : oddIsMan(part('s'))),
    },
    inMrz: true,
    source: 'Gyventojų registro įstatymas; Registrų centras, «Asmens kodas»',
  },
  {
    name: 'personas kods',
    issuers: ['LVA'],
    form: /^(?<dd>[012]\d|3[01])(?<mm>\d\d)(?<yy>\d\d)(?<c>[012])\d{4}$/,
    check: notBinding(
      weighted([10, 5, 8, 4, 2, 1, 6, 3, 7, 9], { modulus: 11, plus: 1, ten: '0' }),
      'known from use, published nowhere',
    ),
    birth: {
      says: 'DDMMYY; the seventh digit says the century',
      births: (part) => daysOf(part, inCenturies(part('yy'), 1800 + 100 * Number(part('c')))),
    },
    inMrz: true,
    source: 'Fizisko personu reģistra likums; PMLP, «Personas kods»',
  },
  {
    name: 'personas kods since July 2017',
    issuers: ['LVA'],
    form: /^3[2-9]\d{9}$/,
    inMrz: true,
    source: 'Fizisko personu reģistra likums; PMLP, «Personas kods»: 32 and nine digits that say nothing',
  },
]
