import { days, daysOf, inCenturies, LIVING, oddIsMan } from './births.ts'
import { lettered, luhn, weighted } from './checks.ts'
import type { NumberCheck, NumberRule } from './rule.ts'

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** X, Y and Z count as 0, 1 and 2. */
const spanishForeigner: NumberCheck = {
  says: `as the DNI, with X, Y, Z counted as 0, 1, 2`,
  agrees: (_, part) => SPANISH_LETTERS[Number('XYZ'.indexOf(part('x')) + part('number')) % 23] === part('check'),
}

/** In place of a digit where two people would have the same code. */
const OMOCODIA = 'LMNPQRSTUV'
const italianDigits = (text: string): number =>
  Number([...text].map((sign) => (OMOCODIA.includes(sign) ? OMOCODIA.indexOf(sign) : sign)).join(''))

const ITALIAN_MONTHS = 'ABCDEHLMPRST'

/** Values of signs in odd places, 0 to 9 as A to J, then K to Z; in even places they count as they are. */
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
