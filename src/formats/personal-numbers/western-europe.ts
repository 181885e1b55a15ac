import {
  days,
  daysOf,
  inCenturies,
  isUnknown,
  LIVING,
  lettered,
  luhn,
  months,
  type NumberCheck,
  type NumberRule,
  oddIsMan,
  type Parts,
  weighted,
} from './rule.ts'

/** For those born since 2000, a 2 is put before the digits, only for the check. */
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

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** X, Y and Z count as 0, 1 and 2. */
const spanishForeigner: NumberCheck = {
  says: `as the DNI, with X, Y, Z counted as 0, 1, 2`,
  agrees: (_, part) => SPANISH_LETTERS[Number('XYZ'.indexOf(part('x')) + part('number')) % 23] === part('check'),
}

/** They replace digits if two people would have the same code. */
const OMOCODIA = 'LMNPQRSTUV'
const italianDigits = (text: string): number =>
  Number([...text].map((sign) => (OMOCODIA.includes(sign) ? OMOCODIA.indexOf(sign) : sign)).join(''))

const ITALIAN_MONTHS = 'ABCDEHLMPRST'

/** Values of characters in odd places: 0 to 9 like A to J, then K to Z. In even places they have their usual value. */
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
const placeOf = (sign: string): number => (/\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65)

const italianCheck: NumberCheck = {
  says: 'values of the table for odd and even places, sum modulo 26 as a letter',
  agrees: (number) => {
    const signs = [...number.slice(0, 15)].map(placeOf)
    const total = signs.reduce((sum, value, index) => sum + (index % 2 === 0 ? (ODD[value] ?? 0) : value), 0)
    return String.fromCharCode(65 + (total % 26)) === number[15]
  },
}

export const southernEurope: readonly NumberRule[] = [
  {
    name: 'DNI',
    issuers: ['ESP'],
    form: /^(?<number>\d{8})(?<check>[A-Z])$/,
    check: lettered(SPANISH_LETTERS, 'number'),
    asDocumentNumber: ['DRIVER_LICENSE'],
    inMrz: true,
    source: 'Real Decreto 1553/2005, art. 11; Ministerio del Interior, «Cálculo del dígito de control del NIF-NIE»',
  },
  {
    name: 'NIE',
    issuers: ['ESP'],
    form: /^(?<x>[XYZ])(?<number>\d{7})(?<check>[A-Z])$/,
    check: spanishForeigner,
    asDocumentNumber: ['DRIVER_LICENSE'],
    inMrz: true,
    source: 'Real Decreto 557/2011, art. 206; Ministerio del Interior, «Cálculo del dígito de control del NIF-NIE»',
  },
  {
    name: 'NIF, número de identificação civil',
    issuers: ['PRT'],
    form: /^\d{9}$/,
    check: weighted([9, 8, 7, 6, 5, 4, 3, 2], { modulus: 11, completes: true, ten: '0' }),
    source: 'Decreto-Lei n.º 14/2013; Autoridade Tributária, «NIF»',
  },
  {
    name: 'número de documento do cartão de cidadão',
    issuers: ['PRT'],
    form: /^\d{9}[0-9A-Z]{2}\d$/,
    check: luhn(),
    asDocumentNumber: ['IDENTITY_CARD'],
    source: 'autenticacao.gov.pt, «Validação de Número de Documento do Cartão de Cidadão»',
  },
  {
    name: 'codice fiscale',
    issuers: ['ITA'],
    form: /^[A-Z]{6}(?<yy>[\dL-NP-V]{2})(?<m>[A-EHLMPRST])(?<dd>[\dL-NP-V]{2})[A-Z][\dL-NP-V]{3}[A-Z]$/,
    check: italianCheck,
    birth: {
      says: 'YY, letter of the month, DD; letters L to V in place of digits where two codes would be the same',
      births: (part) =>
        days(
          LIVING.map((century) => century + italianDigits(part('yy'))),
          ITALIAN_MONTHS.indexOf(part('m')) + 1,
          italianDigits(part('dd')) % 40,
        ),
    },
    sex: { says: 'day of women + 40', sex: (part) => (italianDigits(part('dd')) > 40 ? 'F' : 'M') },
    source: 'D.M. 23 dicembre 1976 (G.U. n. 345 del 29.12.1976)',
  },
  {
    name: 'ΑΜΚΑ',
    issuers: ['GRC'],
    form: /^(?<dd>\d\d)(?<mm>\d\d)(?<yy>\d\d)\d{3}(?<s>\d)\d$/,
    check: luhn(),
    birth: {
      says: 'DDMMYY; the century is open',
      births: (part) => daysOf(part, inCenturies(part('yy'), ...LIVING)),
    },
    sex: { says: 'tenth digit odd for men', sex: (part) => oddIsMan(part('s')) },
    source: 'ν. 3655/2008, άρθρο 153; ΗΔΙΚΑ, «Τι είναι ο ΑΜΚΑ»',
  },
]
