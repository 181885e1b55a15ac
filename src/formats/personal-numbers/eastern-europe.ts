import {
  both,
  days,
  daysOf,
  inCenturies,
  luhn,
  mod11_2,
  mod11_10,
  type NumberRule,
  notBinding,
  oddIsMan,
  weighted,
} from './rule.ts'

const CNP_CENTURIES: Readonly<Record<string, number[]>> = {
  1: [1900],
  2: [1900],
  3: [1800],
  4: [1800],
  5: [2000],
  6: [2000],
}

/** Added to the month: 20 for the 1800s, 40 for the 2000s. */
const EGN_CENTURIES = [1900, 1800, 2000]

/** Three digits of the year: 9xx before 2000, 0xx since. */
const yearOfThree = (digits: string): number => Number(digits) + (digits < '800' ? 2000 : 1000)

/** 0 is 1800 to 1809, A 1900 to 1909, T 2090 to 2099. */
const decadeOf = (sign: string): number => 1800 + 10 * Number.parseInt(sign, 36)

export const southEastEurope: readonly NumberRule[] = [
  {
    name: 'CNP',
    issuers: ['ROU'],
    form: /^(?<s>[1-9])(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{6}$/,
    check: weighted([2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], { modulus: 11, ten: '1' }),
    birth: {
      says: 'digits 2 to 7 YYMMDD; 1 and 2 for the 1900s, 3 and 4 the 1800s, 5 and 6 the 2000s, 7 to 9 (foreigners) any',
      births: (part) => daysOf(part, inCenturies(part('yy'), ...(CNP_CENTURIES[part('s')] ?? [1900, 2000]))),
    },
    sex: {
      says: 'first digit odd for men, but 9 for either',
      sex: (part) => (part('s') === '9' ? undefined : oddIsMan(part('s'))),
    },
    inMrz: true,
    source: 'O.U.G. nr. 97/2005 privind evidența, domiciliul, reședința și actele de identitate',
  },
  {
    name: 'ЕГН',
    issuers: ['BGR'],
    form: /^(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d\d(?<s>\d)\d$/,
    check: weighted([2, 4, 8, 5, 10, 9, 7, 3, 6], { modulus: 11, ten: '0' }),
    birth: {
      says: 'YYMMDD; the month says the century',
      births: (part) => {
        const month = Number(part('mm'))
        return days(inCenturies(part('yy'), EGN_CENTURIES[Math.floor(month / 20)] ?? 0), month % 20, Number(part('dd')))
      },
    },
    sex: { says: 'ninth digit even for men', sex: (part) => (oddIsMan(part('s')) === 'M' ? 'F' : 'M') },
    inMrz: true,
    source: 'Закон за гражданската регистрация, чл. 11; ГРАО, «Структура на ЕГН»',
  },
  {
    name: 'ЛНЧ',
    issuers: ['BGR'],
    form: /^\d{10}$/,
    check: weighted([21, 19, 17, 13, 11, 9, 7, 3, 1], { modulus: 10 }),
    inMrz: true,
    source: 'Закон за гражданската регистрация (личен номер на чужденец)',
  },
  {
    name: 'OIB',
    issuers: ['HRV'],
    form: /^\d{11}$/,
    check: mod11_10,
    inMrz: true,
    source: 'Zakon o osobnom identifikacijskom broju (NN 60/08); Porezna uprava, «OIB»',
  },
  {
    name: 'JMBG, EMŠO, ЕМБГ',
    issuers: ['SRB', 'BIH', 'MKD', 'MNE', 'SVN', 'HRV'],
    form: /^(?<dd>\d\d)(?<mm>\d\d)(?<yyy>[890]\d\d)\d\d(?<s>\d{3})\d$/,
    check: weighted([7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], { modulus: 11, completes: true, ten: '0' }),
    birth: {
      says: 'DDMM and three digits of the year',
      births: (part) => daysOf(part, [yearOfThree(part('yyy'))]),
    },
    sex: { says: 'digits 10 to 12: 000 to 499 for men', sex: (part) => (part('s') < '500' ? 'M' : 'F') },
    inMrz: true,
    source:
      'Zakon o jedinstvenom matičnom broju građana (Sl. glasnik RS 24/2018); Zakon o centralnem registru prebivalstva (SVN)',
  },
  {
    name: 'NID',
    issuers: ['ALB'],
    form: /^(?<decade>[0-9A-T])(?<y>\d)(?<mm>\d\d)(?<dd>\d\d)\d{3}[A-W]$/,
    birth: {
      says: 'sign of the decade (A for 190x, J for 199x), digit of the year, MMDD',
      births: (part) =>
        days([decadeOf(part('decade')) + Number(part('y'))], (Number(part('mm')) % 50) % 30, Number(part('dd'))),
    },
    sex: { says: 'month of women + 50', sex: (part) => (Number(part('mm')) > 50 ? 'F' : 'M') },
    inMrz: true,
    source: 'Ligji nr. 10129/2009 «Për gjendjen civile»; the check letter is not published',
  },
  {
    name: 'T.C. kimlik numarası',
    issuers: ['TUR'],
    form: /^[1-9]\d{10}$/,
    check: both(
      weighted([7, -1, 7, -1, 7, -1, 7, -1, 7], { modulus: 10 }),
      weighted([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], { modulus: 10 }),
    ),
    inMrz: true,
    source: '5490 sayılı Nüfus Hizmetleri Kanunu; Nüfus ve Vatandaşlık İşleri Genel Müdürlüğü',
  },
]

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
