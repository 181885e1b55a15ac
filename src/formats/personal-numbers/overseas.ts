import {
  both,
  daysOf,
  inCenturies,
  type NumberCheck,
  type NumberRule,
  notBinding,
  oddIsMan,
  sum,
  weighted,
} from './rule.ts'

/** Weights 2 to 7 from the right, repeated; eleven minus the remainder, ten is written K. */
const chilean: NumberCheck = {
  says: 'weights 2 to 7 from the right, sum completed to a multiple of 11; ten is written K',
  agrees: (_, part) => {
    const sum = [...part('body')].reverse().reduce((total, digit, i) => total + Number(digit) * (2 + (i % 6)), 0)
    const value = (11 - (sum % 11)) % 11
    return part('check') === (value === 10 ? 'K' : String(value))
  },
}

const completed = { modulus: 11, completes: true, ten: '0' } as const

export const america: readonly NumberRule[] = [
  {
    name: 'RUN',
    issuers: ['CHL'],
    form: /^(?<body>\d{7,8})(?<check>[\dK])$/,
    check: chilean,
    source: 'Servicio de Registro Civil e Identificación; Decreto Supremo 18 de 1973',
  },
  {
    name: 'CPF',
    issuers: ['BRA'],
    form: /^\d{11}$/,
    check: both(
      weighted([10, 9, 8, 7, 6, 5, 4, 3, 2], completed),
      weighted([11, 10, 9, 8, 7, 6, 5, 4, 3, 2], completed),
    ),
    source: 'Receita Federal do Brasil, Instrução Normativa RFB 1548/2015',
  },
  {
    name: 'cédula de identidad',
    issuers: ['URY'],
    form: /^\d{8}$/,
    check: weighted([2, 9, 8, 7, 6, 3, 4], { modulus: 10, completes: true }),
    asDocumentNumber: ['IDENTITY_CARD'],
    source: 'Dirección Nacional de Identificación Civil',
  },
]

/** By the seventh digit: 1900 for 1, 2, 5 and 6, 2000 for 3, 4, 7 and 8, 1800 for 9 and 0. */
const koreanCentury = (s: string): number => ('1256'.includes(s) ? 1900 : '3478'.includes(s) ? 2000 : 1800)

const KOREAN_WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]
const korean: NumberCheck = {
  says: `weights ${KOREAN_WEIGHTS.join(' ')}, 11 less the sum modulo 11, its last digit`,
  agrees: (number) => number.at(-1) === String((11 - (sum(number, KOREAN_WEIGHTS) % 11)) % 10),
}

/** The values of the letters of households, starting with A. */
const TAIWAN = [10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33]
const TAIWAN_WEIGHTS = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]
const taiwanese: NumberCheck = {
  says: `letter as two digits, weights ${TAIWAN_WEIGHTS.join(' ')}, a multiple of 10`,
  agrees: (number) => {
    const letter = TAIWAN[number.charCodeAt(0) - 65] ?? 0
    return sum(`${letter}${number.slice(1)}`, TAIWAN_WEIGHTS) % 10 === 0
  },
}

export const eastAsia: readonly NumberRule[] = [
  {
    name: '運転免許証の番号',
    issuers: ['JPN'],
    form: /^[1-9]\d{11}$/,
    check: notBinding(
      weighted([5, 4, 3, 2, 7, 6, 5, 4, 3, 2], { modulus: 11, completes: true, ten: '0' }),
      'known from use, published nowhere',
    ),
    asDocumentNumber: ['DRIVER_LICENSE'],
    source: '道路交通法施行規則 別記様式第十四; commission, year, serial, check digit, times reissued',
  },
  {
    name: '주민등록번호',
    issuers: ['KOR'],
    form: /^(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)(?<s>\d)\d{6}$/,
    check: notBinding(korean, 'numbers without it are issued since October 2020'),
    birth: {
      says: 'YYMMDD; the seventh digit says the century',
      births: (part) => daysOf(part, inCenturies(part('yy'), koreanCentury(part('s')))),
    },
    sex: { says: 'seventh digit odd for men', sex: (part) => oddIsMan(part('s')) },
    source: '주민등록법 시행규칙 제2조',
  },
  {
    name: '統一編號',
    issuers: ['TWN'],
    form: /^[A-Z](?<s>[12])\d{8}$/,
    check: taiwanese,
    sex: { says: 'second sign 1 for men, 2 for women', sex: (part) => oddIsMan(part('s')) },
    source: '戶籍法施行細則; 內政部戶政司',
  },
]
