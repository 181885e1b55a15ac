import { both, weighted } from './checks.ts'
import type { NumberCheck, NumberRule } from './rule.ts'

/** Weights 2 to 7 from the right, over and over; eleven less the rest, ten written K. */
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
