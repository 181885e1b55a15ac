import type { Inks } from '../draw/guilloche.ts'
import type { Language } from './labels.ts'
import { STATES_APART } from './states-apart.ts'

/** An issuing state as specimens need it. */
export interface State {
  /** ISO 3166 alpha-3; UTO is the fictional state of ICAO 9303. */
  code: string
  /** The code in the MRZ. */
  mrz: string
  /** Distinguishing sign on a driving licence (Vienna Convention on Road Traffic, annex 3). */
  sign: string
  name: string
  englishName: string
  nationality: string
  language: Language
  european: boolean
  dates: DateStyle
  inks: Inks
  accent: string
  places: readonly string[]
  authority: string
  /** Where a personal number is printed: its pattern, with A for a letter and 9 for a digit. */
  personalNumber?: string
  /** Patterns of the document numbers. */
  numbers: { passport: string; card: string; licence: string }
}

export type DateStyle = 'dots' | 'spaces' | 'slashes' | 'month-name' | 'us'

export function stateOf(code: string): State {
  const state = [...states, ...STATES_APART].find((candidate) => candidate.code === code || candidate.mrz === code)
  if (!state) throw new Error(`no specimen layout for the state ${code}; there is ${stateCodes().join(', ')}`)
  return state
}

export function stateCodes(): string[] {
  return states.map(({ code }) => code)
}

/** A date in the state's format. */
export function printedDate(iso: string, style: DateStyle): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  switch (style) {
    case 'dots':
      return `${day}.${month}.${year}`
    case 'spaces':
      return `${day} ${month} ${year}`
    case 'slashes':
      return `${day}/${month}/${year}`
    case 'us':
      return `${month}/${day}/${year}`
    case 'month-name':
      return `${day} ${MONTHS[Number(month) - 1]} ${year}`
  }
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

const states: readonly State[] = [
  {
    code: 'UTO',
    mrz: 'UTO',
    sign: 'UTO',
    name: 'UTOPIA',
    englishName: 'REPUBLIC OF UTOPIA',
    nationality: 'UTOPIAN',
    language: 'en',
    european: true,
    dates: 'month-name',
    inks: { paper: ['#e8f1f4', '#f4efe4', '#e3ecdf'], lines: ['#4f8fa5', '#b08a4a'] },
    accent: '#12506b',
    places: ['NOWHERE', 'AMAUROTE', 'NEW HARMONY', 'CLOUD HARBOUR', 'ZENITH'],
    authority: 'PASSPORT OFFICE AMAUROTE',
    personalNumber: 'ZE999999A',
    numbers: { passport: 'L999999C9', card: 'D99999999', licence: 'UT9999999' },
  },
  {
    code: 'DEU',
    mrz: 'D',
    sign: 'D',
    name: 'BUNDESREPUBLIK DEUTSCHLAND',
    englishName: 'FEDERAL REPUBLIC OF GERMANY',
    nationality: 'DEUTSCH',
    language: 'de',
    european: true,
    dates: 'dots',
    inks: { paper: ['#e9efe9', '#eef0f6', '#f1e9e4'], lines: ['#5d8f7a', '#8b7fb0'] },
    accent: '#1f4f46',
    places: ['MUSTERSTADT', 'BEISPIELHAUSEN', 'NIRGENDWO', 'KLEIN WOLKENHEIM'],
    authority: 'STADT MUSTERSTADT',
    numbers: { passport: 'C99X99X9T', card: 'L9X9X99T9', licence: 'B999999X9X9' },
  },
  {
    code: 'FRA',
    mrz: 'FRA',
    sign: 'F',
    name: 'RÉPUBLIQUE FRANÇAISE',
    englishName: 'FRENCH REPUBLIC',
    nationality: 'FRANÇAISE',
    language: 'fr',
    european: true,
    dates: 'spaces',
    inks: { paper: ['#e6ecf5', '#f3f1f3', '#f5e6e6'], lines: ['#5b79b5', '#bf6f74'] },
    accent: '#23407e',
    places: ['EXEMPLE-SUR-MER', 'NULLEPART', 'SAINT-MODÈLE'],
    authority: 'PRÉFECTURE DE NULLEPART',
    numbers: { passport: '99XX99999', card: 'X9X9X99X9', licence: '99XX99999' },
  },
  {
    code: 'CZE',
    mrz: 'CZE',
    sign: 'CZ',
    name: 'ČESKÁ REPUBLIKA',
    englishName: 'CZECH REPUBLIC',
    nationality: 'ČESKÁ REPUBLIKA',
    language: 'cs',
    european: true,
    dates: 'dots',
    inks: { paper: ['#f0e8ee', '#eaf0f4', '#efeee0'], lines: ['#a5658b', '#5c93b8'] },
    accent: '#6d2450',
    places: ['VZOROV', 'PŘÍKLADOV NAD ŘEKOU', 'NEMANICE'],
    authority: 'MAGISTRÁT VZOROV',
    personalNumber: '999999/9999',
    numbers: { passport: '99999999', card: '999999999', licence: 'EX 999999' },
  },
  {
    code: 'EST',
    mrz: 'EST',
    sign: 'EST',
    name: 'EESTI VABARIIK',
    englishName: 'REPUBLIC OF ESTONIA',
    nationality: 'EST',
    language: 'et',
    european: true,
    dates: 'dots',
    inks: { paper: ['#e4eef6', '#f0f3ee', '#e7e9f3'], lines: ['#3f87b8', '#7a8f55'] },
    accent: '#0d4c82',
    places: ['NÄIDISKÜLA', 'OLEMATU', 'MUINASLINN'],
    authority: 'NÄIDISAMET',
    personalNumber: '99999999999',
    numbers: { passport: 'KX9999999', card: 'AX9999999', licence: 'EX999999' },
  },
  {
    code: 'ESP',
    mrz: 'ESP',
    sign: 'E',
    name: 'REINO DE ESPAÑA',
    englishName: 'KINGDOM OF SPAIN',
    nationality: 'ESPAÑOLA',
    language: 'es',
    european: true,
    dates: 'spaces',
    inks: { paper: ['#f6ede0', '#f2e6e2', '#e9eedf'], lines: ['#bd8a3c', '#b05c52'] },
    accent: '#8c2f26',
    places: ['VILLA EJEMPLO', 'NINGUNA PARTE', 'MUÑECA DEL RÍO'],
    authority: 'OFICINA DE EJEMPLO',
    personalNumber: '99999999A',
    numbers: { passport: 'XXX999999', card: 'XXX999999', licence: '99999999-A' },
  },
  {
    code: 'UKR',
    mrz: 'UKR',
    sign: 'UA',
    name: 'УКРАЇНА',
    englishName: 'UKRAINE',
    nationality: 'УКРАЇНА/UKRAINE',
    language: 'uk',
    european: false,
    dates: 'dots',
    inks: { paper: ['#e3edf7', '#f6f3e0', '#e6eef4'], lines: ['#4a86c2', '#c2a443'] },
    accent: '#1d4e8f',
    places: ['М. ЗРАЗКІВ/UKR', 'С. КАЗКОВЕ/UKR', 'М. НЕМАЇВКА/UKR'],
    authority: '9999',
    personalNumber: '99999999-99999',
    numbers: { passport: 'FX999999', card: '999999999', licence: 'BXX999999' },
  },
  {
    code: 'GRC',
    mrz: 'GRC',
    sign: 'GR',
    name: 'ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ',
    englishName: 'HELLENIC REPUBLIC',
    nationality: 'ΕΛΛΗΝΙΚΗ/HELLENIC',
    language: 'el',
    european: true,
    dates: 'spaces',
    inks: { paper: ['#e2edf6', '#eef2f4', '#e6e9f5'], lines: ['#3d7fb6', '#8795b8'] },
    accent: '#17457a',
    places: ['ΟΥΤΟΠΙΑ/OUTOPIA', 'ΔΕΙΓΜΑΤΑ/DEIGMATA'],
    authority: 'Α.Ε.Α. ΔΕΙΓΜΑΤΩΝ',
    numbers: { passport: 'AX9999999', card: 'XX9999999', licence: '999999999' },
  },
  {
    code: 'MAR',
    mrz: 'MAR',
    sign: 'MA',
    name: 'المملكة المغربية',
    englishName: 'KINGDOM OF MOROCCO',
    nationality: 'MAROCAINE',
    language: 'ar',
    european: false,
    dates: 'slashes',
    inks: { paper: ['#e5f0e6', '#f5efe2', '#f2e4e1'], lines: ['#4d9a66', '#b5694f'] },
    accent: '#1d6b3c',
    places: ['MEDINA MITHAL', 'QASR AL KHAYAL'],
    authority: 'PREFECTURE DE MITHAL',
    personalNumber: 'AX999999',
    numbers: { passport: 'XX9999999', card: 'AX999999', licence: '99/999999' },
  },
  {
    code: 'SVK',
    mrz: 'SVK',
    sign: 'SK',
    name: 'SLOVENSKÁ REPUBLIKA',
    englishName: 'SLOVAK REPUBLIC',
    nationality: 'SLOVENSKÁ REPUBLIKA',
    language: 'sk',
    european: true,
    dates: 'dots',
    inks: { paper: ['#e6eef6', '#f4eef0', '#eaf0e6'], lines: ['#5b86b8', '#b0708a'] },
    accent: '#1f4a86',
    places: ['VZOROVCE', 'NIKDENICA', 'ROZPRÁVKOVO'],
    authority: 'OR PZ VZOROVCE',
    personalNumber: '999999/9999',
    numbers: { passport: 'BX9999999', card: 'XX999999', licence: 'X9999999X' },
  },
  {
    code: 'HUN',
    mrz: 'HUN',
    sign: 'H',
    name: 'MAGYARORSZÁG',
    englishName: 'HUNGARY',
    nationality: 'MAGYAR',
    language: 'hu',
    european: true,
    dates: 'spaces',
    inks: { paper: ['#f2ece2', '#eef2ea', '#e8eef0'], lines: ['#a98a4a', '#5f9a78'] },
    accent: '#1d5b3a',
    places: ['MINTAFALVA', 'SEHOLSINCS', 'ÓPERENCIA'],
    authority: 'MINTA HIVATAL',
    personalNumber: '9-999999-9999',
    numbers: { passport: 'BX9999999', card: '999999XX', licence: 'XX999999' },
  },
  {
    code: 'ROU',
    mrz: 'ROU',
    sign: 'RO',
    name: 'ROMÂNIA',
    englishName: 'ROMANIA',
    nationality: 'ROMÂNĂ',
    language: 'ro',
    european: true,
    dates: 'dots',
    inks: { paper: ['#e6ecf6', '#f7f2df', '#f5e6e4'], lines: ['#5676b5', '#b98f3e'] },
    accent: '#1d3f86',
    places: ['VALEA EXEMPLULUI', 'NICĂIERI', 'ÎNCHIPUIREA'],
    authority: 'SPCLEP EXEMPLU',
    personalNumber: '9999999999999',
    numbers: { passport: '999999999', card: 'XX999999', licence: 'X99999999X' },
  },
  {
    code: 'SWE',
    mrz: 'SWE',
    sign: 'S',
    name: 'SVERIGE',
    englishName: 'KINGDOM OF SWEDEN',
    nationality: 'SVENSK',
    language: 'sv',
    european: true,
    dates: 'spaces',
    inks: { paper: ['#e3edf6', '#f6f3e2', '#e6eff4'], lines: ['#4a82b8', '#bfa44a'] },
    accent: '#134a7c',
    places: ['PROVSTAD', 'INGENSTANS', 'SAGOÖN'],
    authority: 'PROVMYNDIGHETEN',
    personalNumber: '999999-9999',
    numbers: { passport: '99999999', card: '99999999', licence: '999999-9999' },
  },
  {
    code: 'POL',
    mrz: 'POL',
    sign: 'PL',
    name: 'RZECZPOSPOLITA POLSKA',
    englishName: 'REPUBLIC OF POLAND',
    nationality: 'POLSKIE',
    language: 'pl',
    european: true,
    dates: 'dots',
    inks: { paper: ['#f4e8ea', '#f1f1f1', '#e9ecf4'], lines: ['#b5677a', '#7a86a8'] },
    accent: '#8a1f33',
    places: ['WZOROWO', 'NIGDZIEBĄDŹ', 'BAŚNIÓW'],
    authority: 'PREZYDENT WZOROWA',
    personalNumber: '99999999999',
    numbers: { passport: 'XX9999999', card: 'XXX999999', licence: '99999/99/9999' },
  },
  {
    code: 'USA',
    mrz: 'USA',
    sign: 'USA',
    name: 'UNITED STATES OF AMERICA',
    englishName: 'UNITED STATES OF AMERICA',
    nationality: 'UNITED STATES OF AMERICA',
    language: 'en',
    european: false,
    dates: 'us',
    inks: { paper: ['#e6ecf6', '#f5f1ee', '#f5e5e5'], lines: ['#4a6fae', '#b5575c'] },
    accent: '#22386b',
    places: ['ANYTOWN, USA', 'NOWHEREVILLE, USA', 'PORT EXAMPLE, USA'],
    authority: 'SPECIMEN DEPARTMENT',
    numbers: { passport: 'X99999999', card: 'X99999999', licence: 'A9999999' },
  },
]
