import { isoDate } from '../text/dates.ts'
import {
  days,
  daysOf,
  inCenturies,
  LIVING,
  lettered,
  luhn,
  months,
  type NumberCheck,
  type NumberRule,
  notBinding,
  oddIsMan,
  type Parts,
  sum,
  weighted,
} from './rule.ts'

const KNOWN_FROM_USE = 'known from use, published nowhere'

/** The dihedral group of order ten (Verhoeff 1969): products, and the permutation that is applied by place. */
const PRODUCTS = ['0123456789', '1234067895', '2340178956', '3401289567', '4012395678'].concat([
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
])
const PERMUTATIONS = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

const verhoeff: NumberCheck = {
  says: 'Verhoeff, in the dihedral group of order ten',
  agrees: (number) =>
    [...number].reverse().reduce((product, digit, i) => {
      const permuted = Number(PERMUTATIONS[i % 8]?.[Number(digit)])
      return Number(PRODUCTS[product]?.[permuted])
    }, 0) === 0,
}

const THAI_WEIGHTS = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const thai: NumberCheck = {
  says: `weights ${THAI_WEIGHTS.join(' ')}, 11 less the sum modulo 11, its last digit`,
  agrees: (number) => number.at(-1) === String((11 - (sum(number, THAI_WEIGHTS) % 11)) % 10),
}

const SINGAPORE_WEIGHTS = [2, 7, 6, 5, 4, 3, 2]
const singapore: NumberCheck = {
  says: `weights ${SINGAPORE_WEIGHTS.join(' ')}, 4 more for T and G, modulo 11, written as JZIHGFEDCBA or XWUTRQPNMLK`,
  agrees: (_, part) => {
    const total = sum(part('body'), SINGAPORE_WEIGHTS) + ('TG'.includes(part('p')) ? 4 : 0)
    return part('check') === ('ST'.includes(part('p')) ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK')[total % 11]
  },
}

const hongKong: NumberCheck = {
  says: 'letters from 10, a missing one 36, weights 9 to 2, completed to a multiple of 11; ten is written A',
  agrees: (_, part) => {
    const letters = [...part('letters')].map((letter) => Number.parseInt(letter, 36))
    const values = [...(letters.length === 1 ? [36] : []), ...letters, ...[...part('body')].map(Number)]
    const left = values.reduce((total, value, i) => total + value * (9 - i), 0) % 11
    return part('check') === ['0', 'A', '9', '8', '7', '6', '5', '4', '3', '2', '1'][left]
  },
}

/**
 * Women have 500 more. Descriptions differ on whether every year counts 366 days, so the number leaves two days open
 * after February of a common year.
 */
function dayOfYear(digits: string, years: readonly number[]): string[] {
  const day = Number(digits) % 500
  if (day < 1 || day > 366) return []
  const found = years.flatMap((year) =>
    [new Date(Date.UTC(2000, 0, day)), new Date(Date.UTC(year, 0, day))].flatMap(
      (date) => isoDate(year, date.getUTCMonth() + 1, date.getUTCDate()) ?? [],
    ),
  )
  return [...new Set(found)]
}
const byDayOfYear = (part: Parts): 'M' | 'F' => (Number(part('ddd')) > 500 ? 'F' : 'M')

export const southAndEastAsia: readonly NumberRule[] = [
  {
    name: 'आधार, Aadhaar',
    issuers: ['IND'],
    form: /^[2-9]\d{11}$/,
    check: verhoeff,
    source: 'Unique Identification Authority of India, A UID Numbering Scheme (2010)',
    compared: 'npm stdnum in/aadhaar',
  },
  {
    name: 'NIK',
    issuers: ['IDN'],
    form: /^[1-9]\d{5}(?<dd>\d\d)(?<mm>\d\d)(?<yy>\d\d)\d{4}$/,
    birth: {
      says: 'digits 7 to 12 DDMMYY, 40 more in the day for women',
      births: (part) =>
        daysOf(
          (name) => (name === 'dd' ? String(Number(part('dd')) % 40) : part(name)),
          inCenturies(part('yy'), ...LIVING),
        ),
    },
    sex: { says: 'day over 40 for women', sex: (part) => (Number(part('dd')) > 40 ? 'F' : 'M') },
    source: 'Peraturan Pemerintah 37/2007, pasal 37',
    compared: 'github.com/EmiyaSyahriel/libktpnik, README; identique/idnumbers, test_IDN.py',
  },
  {
    name: 'No. Kad Pengenalan',
    issuers: ['MYS'],
    form: /^(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{5}(?<s>\d)$/,
    birth: { says: 'YYMMDD', births: (part) => daysOf(part, inCenturies(part('yy'), ...LIVING)) },
    sex: { says: 'last digit odd for men', sex: (part) => oddIsMan(part('s')) },
    source: 'Jabatan Pendaftaran Negara Malaysia',
    compared: 'npm mykad, README; npm stdnum my/nric',
  },
  {
    name: 'เลขประจำตัวประชาชน',
    issuers: ['THA'],
    form: /^[1-8]\d{12}$/,
    check: thai,
    source: 'Bureau of Registration Administration, Department of Provincial Administration',
    compared: 'npm stdnum th/idnr',
  },
  {
    name: 'số định danh cá nhân',
    issuers: ['VNM'],
    form: /^0\d\d(?<s>[0-3])\d{8}$/,
    sex: { says: 'fourth digit even for men', sex: (part) => (Number(part('s')) % 2 === 0 ? 'M' : 'F') },
    source: 'Nghị định 137/2015/NĐ-CP, điều 13; Thông tư 59/2021/TT-BCA, điều 4',
    compared: 'github.com/identique/idnumbers, test_VNM.py',
  },
  {
    name: 'CNIC',
    issuers: ['PAK'],
    form: /^[1-7]\d{11}(?<s>\d)$/,
    sex: { says: 'last digit odd for men', sex: (part) => oddIsMan(part('s')) },
    source: 'National Database and Registration Authority',
    compared: 'github.com/identique/idnumbers, test_PAK.py',
  },
  {
    name: 'NIC until 2015',
    issuers: ['LKA'],
    form: /^(?<yy>\d\d)(?<ddd>\d{3})\d{4}[VX]$/,
    birth: {
      says: 'YY and the day of the year, 500 more for women',
      births: (part) => dayOfYear(part('ddd'), inCenturies(part('yy'), 1900)),
    },
    sex: { says: 'day over 500 for women', sex: byDayOfYear },
    source: 'Department for Registration of Persons, Sri Lanka',
    compared: 'github.com/identique/idnumbers, test_LKA.py',
  },
  {
    name: 'NIC since 2016',
    issuers: ['LKA'],
    form: /^(?<yyyy>19\d\d|20\d\d)(?<ddd>\d{3})\d{5}$/,
    birth: {
      says: 'YYYY and the day of the year, 500 more for women',
      births: (part) => dayOfYear(part('ddd'), [Number(part('yyyy'))]),
    },
    sex: { says: 'day over 500 for women', sex: byDayOfYear },
    source: 'Department for Registration of Persons, Sri Lanka',
    compared: 'github.com/identique/idnumbers, test_LKA.py',
  },
  {
    name: 'NRIC, FIN',
    issuers: ['SGP'],
    form: /^(?<p>[STFG])(?<body>\d{7})(?<check>[A-Z])$/,
    check: notBinding(singapore, KNOWN_FROM_USE),
    source: 'National Registration Act 1965',
    compared: 'github.com/identique/idnumbers, test_SGP.py',
  },
  {
    name: '香港身份證號碼',
    issuers: ['HKG'],
    form: /^(?<letters>[A-Z]{1,2})(?<body>\d{6})(?<check>[\dA])$/,
    check: notBinding(hongKong, KNOWN_FROM_USE),
    source: 'Immigration Department of Hong Kong',
    compared: 'npm stdnum hk/hkid',
  },
  {
    name: '個人番号',
    issuers: ['JPN'],
    form: /^\d{12}$/,
    check: weighted([6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], { modulus: 11, completes: true, ten: '0' }),
    source: '平成26年総務省令第85号 第5条',
    compared: 'github.com/identique/idnumbers, test_JPN.py',
  },
]

const UZBEK_CENTURIES = [1800, 1900, 2000] as const
const centuryOf = (s: string): number => UZBEK_CENTURIES[Math.floor((Number(s) - 1) / 2)] ?? 0

/** Letters count from ten, as in an MRZ (ICAO Doc 9303-3, 4.9). */
const sevenThreeOne: NumberCheck = {
  says: 'weights 7 3 1, letters from ten, sum modulo 10',
  agrees: (number) => {
    const total = [...number.slice(0, -1)].reduce(
      (all, sign, i) => all + Number.parseInt(sign, 36) * ([7, 3, 1][i % 3] ?? 0),
      0,
    )
    return String(total % 10) === number.at(-1)
  },
}

/** Added to the month: 20 for the 2000s, 80 for the 1800s. Whether every number since 2000 has it is not known. */
const ARMENIAN_CENTURIES = [1900, 2000, 2100, 2200, 1800]

export const westAndCentralAsia: readonly NumberRule[] = [
  {
    name: 'کد ملی',
    issuers: ['IRN'],
    form: /^\d{10}$/,
    check: weighted([10, 9, 8, 7, 6, 5, 4, 3, 2], { modulus: 11, completes: true, ten: '1' }),
    source: 'سازمان ثبت احوال کشور',
    compared: 'npm validator, isIdentityCard IR; identique/idnumbers, test_IRN.py',
  },
  {
    name: 'رقم الهوية الوطنية',
    issuers: ['SAU'],
    form: /^[12]\d{9}$/,
    check: notBinding(luhn(), KNOWN_FROM_USE),
    source: 'National Information Center of Saudi Arabia',
    compared: 'npm saudi-id-validator, README',
  },
  {
    name: 'Emirates ID',
    issuers: ['ARE'],
    form: /^784(?:19|20)\d{10}$/,
    check: notBinding(luhn(), KNOWN_FROM_USE),
    source: 'Federal Authority for Identity, Citizenship, Customs and Port Security',
    compared: 'github.com/identique/idnumbers, test_ARE.py',
  },
  {
    name: 'الرقم المدني',
    issuers: ['KWT'],
    form: /^(?<c>[23])(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{5}$/,
    check: notBinding(weighted([2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2], { modulus: 11, completes: true }), KNOWN_FROM_USE),
    birth: {
      says: 'first digit the century, then YYMMDD',
      births: (part) => daysOf(part, inCenturies(part('yy'), part('c') === '2' ? 1900 : 2000)),
    },
    source: 'Public Authority for Civil Information, Kuwait',
    compared: 'github.com/identique/idnumbers, test_KWT.py; django-localflavor, kw/forms.py',
  },
  {
    name: 'الرقم الشخصي',
    issuers: ['BHR'],
    form: /^(?<yy>\d\d)(?<mm>0[1-9]|1[0-2])\d{5}$/,
    birth: {
      says: 'YYMM',
      births: (part) => inCenturies(part('yy'), ...LIVING).flatMap((year) => months([year], Number(part('mm')))),
      nominal: 'residents may have another number',
    },
    source: 'Information & eGovernment Authority of Bahrain',
    compared: 'github.com/identique/idnumbers, test_BHR.py',
  },
  {
    name: 'JShShIR',
    issuers: ['UZB'],
    form: /^(?<s>[1-6])(?<dd>\d\d)(?<mm>\d\d)(?<yy>\d\d)\d{7}$/,
    check: notBinding(sevenThreeOne, KNOWN_FROM_USE),
    birth: {
      says: 'first digit the century, then DDMMYY',
      births: (part) => daysOf(part, inCenturies(part('yy'), centuryOf(part('s')))),
    },
    sex: { says: 'first digit odd for men', sex: (part) => oddIsMan(part('s')) },
    source: 'Cabinet of Ministers of Uzbekistan, personal identification number of a natural person',
    compared: 'a public parser of the PINFL (PinflUtilitiesParser)',
  },
  {
    name: 'жеке номер',
    issuers: ['KGZ'],
    form: /^[12]\d{13}$/,
    source: 'постановление Правительства Кыргызской Республики от 28.09.2017 № 619',
  },
  {
    name: 'ідэнтыфікацыйны нумар',
    issuers: ['BLR'],
    form: /^\d{7}[A-Z]\d{3}[A-Z]{2}\d$/,
    check: notBinding(sevenThreeOne, KNOWN_FROM_USE),
    source: 'Council of Ministers of Belarus',
    compared: 'npm belarus-personal-number-validator, README (the check digit)',
  },
  {
    name: 'հանրային ծառայությունների համարանիշ',
    issuers: ['ARM'],
    form: /^(?<d>[1-8])(?<e>\d)(?<mm>\d\d)(?<yy>\d\d)\d{4}$/,
    birth: {
      says: 'DDMMYY, 10 more in the day for men and 50 for women, 20 more in the month since 2000',
      births: (part) => {
        const tens = Number(part('d')) - (Number(part('d')) >= 5 ? 5 : 1)
        const month = Number(part('mm'))
        const centuries = month < 20 ? LIVING : [ARMENIAN_CENTURIES[Math.floor(month / 20)] ?? 0]
        return days(inCenturies(part('yy'), ...centuries), month % 20, Number(`${tens}${part('e')}`))
      },
      nominal: 'the law that describes it has not been read',
    },
    sex: { says: 'day over 50 for women', sex: (part) => (Number(part('d')) >= 5 ? 'F' : 'M') },
    source: 'Law of Armenia on public services numbers',
    compared: 'npm armenia-ssn-validator',
  },
]

export const africa: readonly NumberRule[] = [
  {
    name: 'الرقم القومي',
    issuers: ['EGY'],
    form: /^(?<c>[23])(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{5}(?<s>\d)\d$/,
    birth: {
      says: 'first digit the century, then YYMMDD',
      births: (part) => daysOf(part, inCenturies(part('yy'), part('c') === '2' ? 1900 : 2000)),
    },
    sex: { says: 'digit before the last odd for men', sex: (part) => oddIsMan(part('s')) },
    source: 'Egyptian Civil Status Organization, law 143 of 1994',
    compared: 'github.com/mahmoudalsaman/national-id-numbers-js, README; other public parsers',
  },
  {
    name: 'identity number',
    issuers: ['ZAF'],
    form: /^(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)(?<s>\d)\d{6}$/,
    check: luhn(),
    birth: { says: 'YYMMDD', births: (part) => daysOf(part, inCenturies(part('yy'), ...LIVING)) },
    sex: { says: 'seventh digit from 5 for men', sex: (part) => (Number(part('s')) >= 5 ? 'M' : 'F') },
    source: 'Identification Act 68 of 1997; Department of Home Affairs',
    compared: 'npm stdnum za/idnr; github.com/vandll/rsaid, README',
  },
  {
    name: 'NIDA number',
    issuers: ['TZA'],
    form: /^(?<yyyy>19\d\d|20\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{12}$/,
    birth: { says: 'YYYYMMDD', births: (part) => daysOf(part, [Number(part('yyyy'))]) },
    source: 'National Identification Authority of Tanzania',
    compared: 'ujuzitz.com, «Mfano Na Namba Ya Nida»',
  },
  {
    name: 'NIN of Uganda',
    issuers: ['UGA'],
    form: /^[ACF](?<s>[MF])\d{2}[A-Z0-9]{10}$/,
    sex: { says: 'second letter', sex: (part) => (part('s') === 'M' ? 'M' : 'F') },
    source: 'National Identification and Registration Authority of Uganda',
    compared: 'tools.gera.services, «Uganda NIN validator»',
  },
  {
    name: 'indangamuntu',
    issuers: ['RWA'],
    form: /^[1-3](?:19|20)\d\d(?<s>[78])\d{10}$/,
    sex: { says: 'sixth digit 8 for men, 7 for women', sex: (part) => (part('s') === '8' ? 'M' : 'F') },
    source: 'National Identification Agency of Rwanda',
    compared: 'ickjournalism.com, «Understanding the 16 digits»; npm rwa-validator',
  },
  {
    name: 'Omang',
    issuers: ['BWA'],
    form: /^\d{4}[12]\d{4}$/,
    source: 'National Registration Act of Botswana, cap. 01:02',
  },
  {
    name: 'ID number of Namibia',
    issuers: ['NAM'],
    form: /^(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)\d{5}$/,
    birth: { says: 'YYMMDD', births: (part) => daysOf(part, inCenturies(part('yy'), ...LIVING)) },
    source: 'Identification Act 2 of 1996',
    compared: 'Wikipedia (de), Identitätskarte (Namibia)',
  },
]

const CURP_SIGNS = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
const curp: NumberCheck = {
  says: 'letters from ten with Ñ, weights 18 to 2, sum completed to a multiple of 10',
  agrees: (number) => {
    const total = [...number.slice(0, 17)].reduce((all, sign, i) => all + CURP_SIGNS.indexOf(sign) * (18 - i), 0)
    return number.at(-1) === String((10 - (total % 10)) % 10)
  },
}

export const latinAmerica: readonly NumberRule[] = [
  {
    name: 'CURP',
    issuers: ['MEX'],
    form: /^[A-Z]{4}(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)(?<s>[HMX])[A-Z]{5}(?<c>[A-Z\d])\d$/,
    check: curp,
    birth: {
      says: 'YYMMDD after four letters; a letter before the check digit for births since 2000',
      births: (part) => daysOf(part, inCenturies(part('yy'), /\d/.test(part('c')) ? 1900 : 2000)),
    },
    sex: {
      says: 'H for men, M for women',
      sex: (part) => (part('s') === 'H' ? 'M' : part('s') === 'M' ? 'F' : undefined),
    },
    source: 'Instructivo Normativo para la Asignación de la CURP, DOF 18-10-2021',
    compared: 'npm stdnum mx/curp; python-stdnum mx/curp.py',
  },
  {
    name: 'cédula del Ecuador',
    issuers: ['ECU'],
    form: /^(?:0[1-9]|1\d|2[0-4]|30)[0-6]\d{7}$/,
    check: notBinding(luhn(), 'numbers without it are issued since 2021'),
    source: 'Dirección General de Registro Civil, Identificación y Cedulación',
    compared: 'npm stdnum ec/ci',
  },
  {
    name: 'cédula de identidad y electoral',
    issuers: ['DOM'],
    form: /^\d{11}$/,
    check: notBinding(luhn(), 'some cards were issued without it'),
    source: 'Junta Central Electoral',
    compared: 'npm stdnum do/cedula',
  },
  {
    name: 'CUI',
    issuers: ['GTM'],
    form: /^\d{9}(?:0[1-9]|1\d|2[0-2])\d\d$/,
    check: notBinding(weighted([2, 3, 4, 5, 6, 7, 8, 9], { modulus: 11 }), KNOWN_FROM_USE),
    source: 'Registro Nacional de las Personas, Decreto 90-2005',
    compared: 'npm stdnum gt/cui',
  },
  {
    name: 'DUI',
    issuers: ['SLV'],
    form: /^\d{9}$/,
    // Published programs disagree on the check digit.
    source: 'Registro Nacional de las Personas Naturales',
  },
  {
    name: 'cédula de Nicaragua',
    issuers: ['NIC'],
    form: /^(?<place>\d{3})(?<dd>\d\d)(?<mm>\d\d)(?<yy>\d\d)(?<serial>\d{4})(?<check>[A-Z])$/,
    check: notBinding(lettered('ABCDEFGHJKLMNPQRSTUVWXY', 'place', 'dd', 'mm', 'yy', 'serial'), KNOWN_FROM_USE),
    birth: {
      says: 'DDMMYY after the municipality',
      births: (part) => daysOf(part, inCenturies(part('yy'), ...LIVING)),
    },
    source: 'Ley 152 de Identificación Ciudadana',
    compared: 'github.com/cswni/cedulanica, Cedula.java; npm nicaraguan-id-utils, README',
  },
  {
    name: 'número de identidad de Cuba',
    issuers: ['CUB'],
    form: /^(?<yy>\d\d)(?<mm>\d\d)(?<dd>\d\d)(?<c>\d)\d\d(?<s>\d)\d$/,
    birth: {
      says: 'YYMMDD; the seventh digit says the century',
      births: (part) =>
        daysOf(part, inCenturies(part('yy'), part('c') === '9' ? 1800 : Number(part('c')) > 5 ? 2000 : 1900)),
    },
    sex: { says: 'tenth digit even for men', sex: (part) => (Number(part('s')) % 2 === 0 ? 'M' : 'F') },
    source: 'Ley 1234/1973 and Oficina Nacional de Estadística e Información',
    compared: 'python-stdnum cu/ni.py',
  },
]
