/** Cyrillic and Greek capitals without accents, as an MRZ would spell them. */
const SPELLED: Record<string, string> = Object.fromEntries([
  ...pairs(
    'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁІЇЄҐЈЉЊЋЂЏ',
    'A B V G D E ZH Z I Y K L M N O P R S T U F KH TS CH SH SHCH  Y  E IU IA E I I IE G J LJ NJ C DJ DZ',
  ),
  ...pairs('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ', 'A V G D E Z I TH I K L M N X O P R S T Y F CH PS O'),
  ...pairs('ƏØŁĐÆÞÐŒĦ', 'E OE L D AE TH D OE H'),
])

function pairs(letters: string, spellings: string): [string, string][] {
  const parts = spellings.split(' ')
  return Array.from(letters, (letter, i) => [letter, parts[i] ?? ''])
}

/** Capitals and digits alone, without accents, in Latin letters: what can be compared with an MRZ. */
export const compact = (text: string): string =>
  text
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z0-9]/gu, (letter) => SPELLED[letter] ?? '')
