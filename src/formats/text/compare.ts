import { countryNamed, countryOf } from './countries.ts'
import { transliterations } from './transliterate.ts'

/** The kind of a value decides what counts as a difference. */
type ValueKind = 'name' | 'number' | 'date' | 'sex' | 'country' | 'text'

interface Comparison {
  kind?: ValueKind
  /** The second value may be truncated at the end of its field, as names in an MRZ are. */
  truncated?: boolean
}

/**
 * The smallest number of characters to change, over all admissible transliterations of both values (ICAO 9303 part 3,
 * section 6): the distance of MÜLLER, MUELLER and MULLER is 0, that of a swapped digit is not.
 */
export function distance(a: string, b: string, { kind = 'text', truncated = false }: Comparison = {}): number {
  if (kind === 'date') return dateDistance(a, b)
  if (kind === 'sex' || kind === 'country') {
    const [left, right] = [comparable(a, kind), comparable(b, kind)]
    return left !== '' && left === right ? 0 : Math.max(edits(lattice(left), lattice(right), false), 1)
  }
  if (a === b || plain(a) === plain(b)) return 0
  return edits(lattice(a, kind), lattice(b, kind), truncated)
}

/**
 * The value in the form in which it is compared: only capitals and digits, transliterated as the standard recommends.
 */
export function comparable(value: string, kind: ValueKind = 'text'): string {
  if (kind === 'sex') return sexOf(value) ?? ''
  if (kind === 'country') return alpha3Of(value) ?? plain(value)
  return plain(value)
}

/** Issuers whose cards print H and M for hombre and mujer; their passports print M and F like all others. */
const HOMBRE_MUJER: ReadonlySet<string> = new Set(['MEX'])

/** The page, or anything else that says who issued the document and what it is. */
interface Issued {
  country?: string | undefined
  type?: string | undefined
}

/**
 * M, F or X from the printed sex: `K/M`, `FEMALE`, `Ж`, `<`. Undefined if it is neither, or a letter that may be
 * either.
 */
export function sexOf(value: string, issued: Issued = {}): 'M' | 'F' | 'X' | undefined {
  const words = value
    .toUpperCase()
    .replaceAll('\u200d', '')
    .split(/[^\p{L}\p{M}<]+/u)
  if (
    HOMBRE_MUJER.has(issued.country ?? '') &&
    issued.type !== 'PASSPORT' &&
    words.every((word) => word === 'M' || !word)
  )
    return undefined
  // A Latin letter next to a national one is the international one (ICAO 9303 part 3, 3.1): K/M is a man in
  // Azerbaijani.
  const international = (['M', 'F', 'X'] as const).filter((sex) => words.includes(sex))
  if (international.length > 0) return international.length === 1 ? international[0] : undefined
  const stated = new Set(words.map((word) => SEX_LETTERS[word] ?? sexOfWord(word)).filter((sex) => sex !== undefined))
  return stated.size === 1 ? [...stated][0] : undefined
}

const SEX_LETTERS: Readonly<Record<string, 'M' | 'F' | 'X'>> = { H: 'M', Ч: 'M', М: 'M', W: 'F', Ж: 'F', '<': 'X' }

/**
 * The country that a document states: a code, a name, or both. The three-letter code is the most reliable: in
 * `T.C./TUR` on Turkish cards, the text before it is not a code.
 */
export function alpha3Of(value: string): string | undefined {
  const parts = value.split('/').map((part) => part.trim())
  const countries = [...parts.map(countryOf), ...parts.map(countryNamed)]
  return countries.find((country) => country !== undefined)?.alpha3
}

/** Dates are compared by their digits; if one has a two-digit year, so does the other. */
function dateDistance(a: string, b: string): number {
  const [left, right] = [a.replace(/\D/g, ''), b.replace(/\D/g, '')]
  const width = Math.min(left.length, right.length)
  const cut = (digits: string) => (width === 6 && digits.length === 8 ? digits.slice(2) : digits)
  return cut(left) === cut(right) ? 0 : edits(lattice(cut(left)), lattice(cut(right)), false)
}

const plain = (value: string): string =>
  transliterations(value)
    .map(([first = '']) => first)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A transition from a node to a later one: a character, or nothing. */
interface Edge {
  to: number
  character: string
}

/** All spellings of a value as an acyclic graph, nodes in order, from the first to the last. */
type Lattice = Edge[][]

function lattice(value: string, kind: ValueKind = 'text'): Lattice {
  const nodes: Lattice = [[]]
  for (const spellings of spellingsOf(value, kind)) {
    const from = nodes.length - 1
    // Inner nodes of every spelling come first, so that all edges lead to a higher number.
    const inner = spellings.map((spelling) => {
      const first = nodes.length
      for (let index = 1; index < spelling.length; index++) nodes.push([])
      return first
    })
    const to = nodes.push([]) - 1
    spellings.forEach((spelling, which) => {
      const characters = Array.from(spelling)
      if (characters.length === 0) nodes[from]?.push({ to, character: '' })
      characters.forEach((character, index) => {
        const start = index === 0 ? from : (inner[which] ?? 0) + index - 1
        const end = index === characters.length - 1 ? to : (inner[which] ?? 0) + index
        nodes[start]?.push({ to: end, character })
      })
    })
  }
  return nodes
}

/**
 * The admissible spellings of each letter; in names AE, OE and UE may replace a letter whose diacritic another reading
 * lost.
 */
function spellingsOf(value: string, kind: ValueKind): (readonly string[])[] {
  const letters = transliterations(value)
    .map(withoutMarks)
    .filter((spellings) => spellings.some((spelling) => spelling !== ''))
  if (kind === 'number' || kind === 'date') return letters.map(([first = '']) => [first])
  if (kind !== 'name') return letters
  return letters.map((spellings, index) => {
    const before = letters[index - 1] ?? []
    const expanded =
      spellings.length === 1 && spellings[0] === 'E' && before.length === 1 && /^[AOU]$/.test(before[0] ?? '')
    return expanded ? ['E', ''] : spellings
  })
}

const unmarked = new WeakMap<readonly string[], readonly string[]>()

/** The letters and digits of the spellings of a character, each once. */
function withoutMarks(spellings: readonly string[]): readonly string[] {
  const known = unmarked.get(spellings) ?? [...new Set(spellings.map((each) => each.replace(/[^\p{L}\p{N}]/gu, '')))]
  unmarked.set(spellings, known)
  return known
}

/** Like a distance of zero between names, many times faster for one name and many texts. */
export function sameNameAs(name: string): (text: string) => boolean {
  const own = lattice(name, 'name')
  const isBegun = own.length > 1 && own[0]?.every(({ character }) => character !== '')
  const beginnings = new Set(own[0]?.map(({ character }) => character))
  return (text) => {
    if (isBegun && PLAIN_BEGINNING.test(text) && !beginnings.has(text[0] as string)) return false
    return text === name || haveSpelling(lattice(text, 'name'), own)
  }
}

/** A letter that has one spelling: the next one is no accent that belongs to it. */
const PLAIN_BEGINNING = /^[A-Z](?:[ -~]|$)/

/** Whether there is a spelling of both. */
function haveSpelling(a: Lattice, b: Lattice): boolean {
  const reached = new Uint8Array(a.length * b.length)
  const open: [i: number, j: number][] = [[0, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [i, j] = next
    if (i === a.length - 1 && j === b.length - 1) return true
    if (reached[i * b.length + j]) continue
    reached[i * b.length + j] = 1
    for (const left of a[i] ?? []) {
      if (left.character === '') open.push([left.to, j])
      for (const right of b[j] ?? []) if (left.character === right.character) open.push([left.to, right.to])
    }
    for (const right of b[j] ?? []) if (right.character === '') open.push([i, right.to])
  }
  return false
}

/** The edit distance between the nearest spellings; with `prefix`, the second may end before the first does. */
function edits(a: Lattice, b: Lattice, prefix: boolean): number {
  const costs = a.map(() => new Array<number>(b.length).fill(Number.POSITIVE_INFINITY))
  const reach = (i: number, j: number, cost: number) => {
    const row = costs[i]
    if (row && cost < (row[j] ?? 0)) row[j] = cost
  }
  reach(0, 0, 0)
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      const cost = costs[i]?.[j] ?? Number.POSITIVE_INFINITY
      for (const left of a[i] ?? []) {
        reach(left.to, j, cost + (left.character === '' ? 0 : 1))
        for (const right of b[j] ?? []) {
          reach(left.to, right.to, cost + (left.character === right.character ? 0 : 1))
        }
      }
      for (const right of b[j] ?? []) reach(i, right.to, cost + (right.character === '' ? 0 : 1))
    }
  }
  const ends = prefix ? costs : costs.slice(-1)
  return Math.min(...ends.map((row) => row[b.length - 1] ?? Number.POSITIVE_INFINITY))
}

/** Issuers that print the surname before the given names, in one line. */
const SURNAME_FIRST: ReadonlySet<string> = new Set(['CHN', 'TWN', 'HKG', 'MAC', 'KOR', 'PRK', 'JPN', 'VNM', 'KHM'])

/** Surnames of two characters; all others have one. */
const TWO_CHARACTERS =
  /^(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|司徒|东方|東方|尉迟|尉遲|公孙|公孫|慕容|令狐|皇甫|宇文|长孙|長孫|夏侯|남궁|황보|제갈|사공|선우|독고|서문|동방)/u

/**
 * Surname and given names of a name in one line, if the issuer's order is known. Chinese and Korean names have no
 * space: their surname is one character, or one of the few with two. Undefined if they cannot be separated.
 */
export function partsOfName(name: string, country: string | undefined): { surname: string; given: string } | undefined {
  if (!country || !SURNAME_FIRST.has(country)) return undefined
  const [first = '', ...rest] = name.trim().split(/[\s,]+/u)
  if (rest.length > 0) return { surname: first, given: rest.join(' ') }
  if (country === 'JPN' || !/^[\p{Script=Han}\p{Script=Hangul}]{2,5}$/u.test(first)) return undefined
  const length = first.length > 2 && TWO_CHARACTERS.test(first) ? 2 : 1
  return { surname: first.slice(0, length), given: first.slice(length) }
}

/** The printed words for the sex, in the languages and scripts of the world's issuers; in capitals, without dots. */
const WORDS: Readonly<Record<'M' | 'F', string>> = {
  M:
    'MALE VARÓN MASC MANLIK MOŠKI MĘŻCZYZNA KARLKYN FIREANN GWRYW MASCULÍ MASCHIO MUME GASON LAHY GABO ΑΡΡΕΝ ЧОЛОВІЧА МУЖЧЫНСКІ МЪЖ МУШКО МАШКО МАРД ЕРКЕК ЭР HOMBRE HOMME UOMO MIES MEES VYRAS VĪRIETIS BĂRBAT MASHKULL KİŞİ MWANAUME ΑΝΔΡΑΣ MUŠKI MUŠKO MUŽ MÄNNLICH MASCULIN MASCULINO MASCULINE MASCHILE FÉRFI МУЖ МУЖСКОЙ МУШКИ МАШКИ ЭРЭГТЭЙ ЭРКЕК ' +
    'ERKEK ERKAK LAKI LAKI-LAKI LELAKI LALAKI NAM ME 男 男性 남 남자 ذكر مرد مذکر نارینه نێر זכר ז მამრ მამრობითი ԱՐ ԱՐԱԿԱՆ ชาย ຊາຍ ប្រុស ကျား ' +
    'पुरुष পুরুষ ஆண் పురుషుడు પુરુષ ਪੁਰਖ ಪುರುಷ പുരുഷൻ පුරුෂ පිරිමි ወንድ ተባዕታይ',
  F:
    'FEMALE MUJER FÉM VROULIK ŽENSKA KOBIETA KVENKYN BAINEANN BENYW FEMENÍ FEMMINA MKE FANM VAVY GORE WANITA ΘΗΛΥ ЖІНОЧА ЖАНОЧЫ ЖЕНА ЖЕНСКО ЗАН ӘЙЕЛ ЭМ AÝAL ZENAN KVINNE KVINNA KVINDE VROUW FEMME DONNA NAINEN NAINE MOTERIS SIEVIETE FEMEIE FEMËR QADIN MWANAMKE ΓΥΝΑΙΚΑ ŽENSKI ŽENSKO ŽENA WEIBLICH FÉMININ FEMININ FEMENINO FEMININO FEMMINILE NŐ ЖЕН ЖЕНСКИЙ ЖЕНСКИ ЭМЭГТЭЙ АЯЛ ' +
    'KADIN AYOL PEREMPUAN BABAE NỮ KE 女 女性 여 여자 أنثى زن مونث عورت ښځینه مێ נקבה נ მდედრ მდედრობითი ԻԳ ԻԳԱԿԱՆ หญิง ຍິງ ស្រី မ ' +
    'महिला स्त्री মহিলা নারী பெண் స్త్రీ સ્ત્રી ਇਸਤਰੀ ಮಹಿಳೆ സ്ത്രീ ස්ත්‍රී ගැහැණු ሴት ኣንስታይ',
}

const BY_WORD = new Map(
  (['M', 'F'] as const).flatMap((sex) => WORDS[sex].split(' ').map((word) => [keyOf(word), { sex, word }] as const)),
)

/** The sex that a whole word means, in any language. */
export const sexOfWord = (word: string): 'M' | 'F' | undefined => BY_WORD.get(keyOf(word))?.sex

/** The word that a misread word stands for, if one letter of three or more differs and no other word is as near. */
export function nearestSexWord(text: string): string | undefined {
  const key = keyOf(text)
  if (key.length < 3) return undefined
  const near = [...BY_WORD].filter(([word]) => word.length >= 3 && differsInOne(word, key))
  return near.length === 1 ? near[0]?.[1].word : undefined
}

const differsInOne = (a: string, b: string): boolean =>
  a.length === b.length && [...a].filter((letter, i) => letter !== b[i]).length === 1

/** Removes joiners, which only affect the shape of letters; Arabic is typed with and without hamza and dots. */
function keyOf(word: string): string {
  return word
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/\u200c|\u200d|\./g, '')
    .replaceAll(/[أإآ]/g, 'ا')
    .replaceAll(/[ىی]/g, 'ي')
    .trim()
}
