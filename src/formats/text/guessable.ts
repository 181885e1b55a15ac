/** Words in the most common passwords of published leaks, in addition to our own name. */
const COMMON = (
  'password passwort passwd heslo admin administrator root user login welcome letmein qwerty qwertz azerty abc iloveyou monkey ' +
  'dragon football baseball basketball master shadow sunshine princess superman batman trustno michael jordan secret ' +
  'changeme default guest test testing temp love hello freedom whatever starwars computer internet server system limen ' +
  'identity enrolment api key secure security company summer winter spring autumn monday friday january december ' +
  // From passphrases that everybody knows.
  'correct horse battery staple quick brown fox jumps lazy'
).split(' ')

/** Neighbouring keys, and letters and digits in sequence. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
]
const SHORTEST_RUN = 4
/** After everything common is removed, at least this many characters must be left. */
const LEAST_LEFT = 6
const LEAST_DISTINCT = 6

/**
 * Why a password is guessed early, in words; undefined if it is not. Not every weak one is found: only those at the top
 * of guessing lists, on their own, joined together, with digits after them or with letters replaced by signs.
 */
export function findGuessable(password: string, shortest: number, names: readonly string[] = []): string | undefined {
  if (password.length < shortest) return `is shorter than ${shortest} characters`
  if (new Set(password).size < LEAST_DISTINCT) return 'repeats the same few characters'
  if (repeatsBlock(password)) return 'repeats one piece'
  let left = asLetters(withoutRuns(password.toLowerCase()))
  const words = [...names.flatMap(wordsOfName), ...COMMON]
  for (const word of words.sort((one, other) => other.length - one.length)) left = left.replaceAll(word, '')
  const rest = withoutRuns(left).replace(/[^a-z]/g, '')
  if (rest.length < LEAST_LEFT && !isMixed(password)) return 'is made of what guessers try first'
  return undefined
}

/** The forms of a name that people type into a password: whole, in parts, and with signs read as letters. */
function wordsOfName(name: string): string[] {
  const plain = name.toLowerCase()
  const forms = [plain, withoutRuns(plain), ...plain.split(/[^\p{L}\p{N}]+/u)]
  return [...new Set(forms.flatMap((form) => [form, asLetters(form)]))].filter((form) => form.length > 2)
}

/** Signs and digits as the letters that they replace. */
const asLetters = (text: string): string =>
  text
    .replace(/[@4]/g, 'a')
    .replace(/[3€]/g, 'e')
    .replace(/[!1|]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/[$5]/g, 's')
    .replace(/7/g, 't')

/** A password that is sent with every request is not typed by anybody, so it may be long. */
const SHORTEST_LIVE = 16
const SHORTEST_TEST = 8

/**
 * Why a chosen API password is refused. In test mode nothing is decided about anybody, so any password that is long
 * enough is accepted.
 */
export function findWeakApiPassword(
  password: string,
  mode: 'test' | 'live',
  names: readonly string[] = [],
): string | undefined {
  if (mode === 'live') return findGuessable(password, SHORTEST_LIVE, names)
  return password.length < SHORTEST_TEST ? `is shorter than ${SHORTEST_TEST} characters` : undefined
}

/** Digits and signs throughout a password are more than a year after a word. */
function isMixed(password: string): boolean {
  const changes = [...password].filter((each, at) => at > 0 && kindOf(each) !== kindOf(password[at - 1] ?? '')).length
  return changes >= 8 && new Set(password).size >= 10
}

const kindOf = (character: string) => (/\d/.test(character) ? 'digit' : /[a-z]/i.test(character) ? 'letter' : 'sign')

function repeatsBlock(text: string): boolean {
  for (let length = 1; length <= text.length / 3; length++)
    if (
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .startsWith(text)
    )
      return true
  return false
}

function withoutRuns(text: string): string {
  const backwards = RUNS.map((run) => [...run].reverse().join(''))
  let left = text
  for (const run of [...RUNS, ...backwards])
    for (let length = 12; length >= SHORTEST_RUN; length--)
      for (let at = 0; at + length <= run.length; at++) left = left.replaceAll(run.slice(at, at + length), '')
  return left
}
