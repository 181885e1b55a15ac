import { daysOf, inCenturies, isUnknown, oddIsMan } from './births.ts'
import { notBinding, weighted } from './checks.ts'
import type { NumberRule, Parts } from './rule.ts'

const estonianCheck = weighted([1, 2, 3, 4, 5, 6, 7, 8, 9, 1], {
  modulus: 11,
  again: [3, 4, 5, 6, 7, 8, 9, 1, 2, 3],
  ten: '0',
})

/** 1 and 2 stand for the 1800s, 3 and 4 for the 1900s and so on. */
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
