/** The text without what varies with OCR and spelling: upper case, without accents, spaces or punctuation. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toUpperCase().replace(/[^A-Z0-9]+/g, '')
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[ØŁĐÐƏÆŒÞ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\p{Script=Arabic}ـ]/gu, (letter) => ARABIC[letter] ?? letter)
    .replace(/[\p{Script=Han}\p{Script=Katakana}]/gu, (letter) => EAST_ASIAN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const folded = new Map<string, string>()

/** Like fold, for the words of the catalogue: each is folded once. */
export function foldOnce(word: string): string {
  const known = folded.get(word) ?? fold(word)
  folded.set(word, known)
  return known
}

/** Most texts are ASCII, and need none of the other steps. */
const ASCII = /^[ -~]*$/

/** Letters of Arabic, Persian and Urdu that differ by a dot, a stroke or the keyboard layout. */
const ARABIC: Record<string, string> = Object.fromEntries(
  [
    ['ىیېےئ', 'ي'],
    ['کڪگ', 'ك'],
    ['ةۃہھەۀ', 'ه'],
    ['ٱأإآ', 'ا'],
    ['پ', 'ب'],
    ['چ', 'ج'],
    ['ژ', 'ز'],
    ['ؤ', 'و'],
    ['ـء', ''],
  ].flatMap(([from = '', to = '']) => Array.from(from, (letter) => [letter, to])),
)

/** Letters that normalisation does not split into a base and an accent. */
const LETTERS: Record<string, string> = {
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Ə: 'E',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
}

/** Traditional and Japanese characters of documents, mapped to simplified ones, and small kana to large ones. */
const EAST_ASIAN: Record<string, string> = Object.fromEntries([
  ...'證证 証证 運运 轉转 転转 駛驶 許许 別别 効效 號号 區区 國国 門门 發发 発发 簽签 機机 關关 関关 執执 駕驾 類类 車车 間间 歲岁 歳岁 縣县 県县 應应 応应 廣广 広广 會会 書书 東东 員员 種种 經经 経经 實实 実实 統统 編编 碼码 滿满 満满 換换 備备 條条 業业 聯联 無无 歷历 歴历 戶户 戸户 監监 認认 記记 貫贯 鄉乡 郷乡 陽阳 華华 臺台 灣湾 達达 遷迁 選选 長长 ァア ィイ ゥウ ェエ ォオ ッツ ャヤ ュユ ョヨ ヵカ ヶケ'
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
])

/** 1 when the text contains the word exactly, less with each letter that differs. */
export function likeness(text: string, word: string): number {
  if (word.length === 0) return 0
  if (text.includes(word)) return 1
  if (text.length < word.length / 2) return 0
  return 1 - passageDistance(text, word) / word.length
}

/** The number of changes needed to turn one text into the other (edit distance). */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replace = (previous[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replace, (previous[column] as number) + 1, (current[column - 1] as number) + 1))
    }
    previous = current
  }
  return previous[b.length] as number
}

/** The passage in `text` that is most similar to `word`. `distance` counts insertions, deletions and substitutions. */
export function findWord(text: string, word: string): { distance: number; start: number; end: number } {
  const columns = text.length
  let previous = new Array<number>(columns + 1).fill(0)
  let starts = Array.from({ length: columns + 1 }, (_, i) => i)
  for (let row = 1; row <= word.length; row++) {
    const current = new Array<number>(columns + 1)
    const from = new Array<number>(columns + 1)
    const letter = word.charCodeAt(row - 1)
    current[0] = row
    from[0] = 0
    for (let column = 1; column <= columns; column++) {
      const replace = (previous[column - 1] as number) + (text.charCodeAt(column - 1) === letter ? 0 : 1)
      const skip = (previous[column] as number) + 1
      const add = (current[column - 1] as number) + 1
      const best = Math.min(replace, skip, add)
      current[column] = best
      from[column] = (
        best === replace ? starts[column - 1] : best === skip ? starts[column] : from[column - 1]
      ) as number
    }
    previous = current
    starts = from
  }
  let end = 0
  for (let column = 1; column <= columns; column++) {
    if ((previous[column] as number) < (previous[end] as number)) end = column
  }
  return { distance: previous[end] as number, start: starts[end] as number, end }
}

/** The number of bits of an integer. */
const MOST_LETTERS = 32

/** For each letter, a bit mask of its positions in the word; empty between calls. */
const places = new Int32Array(65_536)

/**
 * The distance of the most similar passage of `text` from `word`: the same as findWord's, without the position. All
 * letters of the word are compared at once (Myers, A fast bit-vector algorithm for approximate string matching, 1999).
 */
export function passageDistance(text: string, word: string): number {
  if (word.length === 0 || word.length > MOST_LETTERS) return findWord(text, word).distance
  for (let i = 0; i < word.length; i++) {
    const letter = word.charCodeAt(i)
    places[letter] = (places[letter] as number) | (1 << i)
  }
  const last = 1 << (word.length - 1)
  let [more, less] = [-1, 0]
  let distance = word.length
  let least = distance
  for (let i = 0; i < text.length; i++) {
    const same = places[text.charCodeAt(i)] as number
    const across = (((same & more) + more) ^ more) | same
    const down = same | less
    let up = less | ~(across | more)
    let back = more & across
    if (up & last) distance++
    if (back & last) distance--
    if (distance < least) least = distance
    up <<= 1
    back <<= 1
    more = back | ~(down | up)
    less = up & down
  }
  for (let i = 0; i < word.length; i++) places[word.charCodeAt(i)] = 0
  return least
}
