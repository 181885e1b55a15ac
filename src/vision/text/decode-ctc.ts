import { convertToScript, type Script, scriptOf, tellScript, twinsOf, unifyScripts } from './scripts.ts'

/** A text with the probability of each of its characters. */
export interface Spelled {
  text: string
  /** Mean probability of its characters, 0..1. */
  confidence: number
  probabilities: number[]
  /** The position of each along the line, 0..1. */
  places?: number[]
  /** For each character what else the net considered there, the most probable first; few characters have any. */
  others?: (readonly Other[])[]
}

/** What may stand in place of one character: another one, none, or two where one was read. */
export interface Other {
  text: string
  /** The net's probability of it, 0..1. */
  probability: number
}

/** The meaning of a reader's classes. Class 0 is the blank between characters. */
export interface Alphabet {
  letters: readonly string[]
  scripts: readonly (Script | undefined)[]
  /** For each class the other classes that look the same. */
  twins: readonly (readonly number[])[]
  /** For each class, the scripts in which it may be written, itself or as a twin, one bit each. */
  fits: Uint8Array
}

/** The alphabet of a dictionary: one character per line, in the order of the classes after the blank. */
export function alphabetOf(dictionary: string): Alphabet {
  const letters = ['', ...dictionary.replace(/\r?\n$/, '').split(/\r?\n/)]
  const classes = new Map<string, number>()
  for (const [own, letter] of letters.entries()) if (!classes.has(letter)) classes.set(letter, own)
  const twins = letters.map((letter, own) =>
    twinsOf(letter)
      .map((twin) => classes.get(twin) ?? -1)
      .filter((other) => other > 0 && other !== own),
  )
  const scripts = letters.map((letter) => scriptOf(letter))
  const bitOf = (own: number) => (scripts[own] === undefined ? 0b111 : 1 << (scripts[own] as Script))
  // A twin without a script belongs to none.
  const twinBit = (own: number) => (scripts[own] === undefined ? 0 : bitOf(own))
  const fits = Uint8Array.from(twins, (others, own) => others.reduce((bits, twin) => bits | twinBit(twin), bitOf(own)))
  return { letters, scripts, twins, fits }
}

/**
 * Best path of a CTC output (frames × classes): repeats are merged. Look-alikes of other scripts count as one letter,
 * and a word is written in one script: the one with the most evidence in its frames.
 */
export function followBestPath(scores: Float32Array, alphabet: Alphabet): Spelled {
  const { letters } = alphabet
  const frames = scores.length / letters.length
  const path = Array.from({ length: frames }, (_, frame) => pickClass(scores, frame, alphabet))
  for (const [from, to] of wordsOf(path, alphabet)) {
    if (scriptsOf(path.slice(from, to), alphabet).size < 2) continue
    const script = pickScript(scores, from, to, alphabet)
    for (let frame = from; frame < to; frame++) path[frame] = pickClass(scores, frame, alphabet, script)
  }
  const strokes = strokesOf(path, alphabet)
  return trimSpelled(
    strokes.map(({ best }) => letters[best] ?? ''),
    strokes.map(({ probability }) => probability),
    strokes.map(({ from }) => (from + 0.5) / frames),
    othersOf(scores, path, strokes, alphabet),
  )
}

/** A character and the frames from its first to its last. */
interface Stroke extends Frame {
  from: number
  to: number
}

/** The characters of a path: repeats are merged. */
function strokesOf(path: readonly Frame[], { twins }: Alphabet): Stroke[] {
  const strokes: Stroke[] = []
  let last = 0
  for (const [frame, { best, probability }] of path.entries()) {
    const stroke = strokes.at(-1)
    if (best !== 0 && best !== last && !twins[last]?.includes(best))
      strokes.push({ best, probability, from: frame, to: frame })
    else if (best !== 0 && stroke) {
      stroke.probability = Math.max(stroke.probability, probability)
      stroke.to = frame
    }
    last = best
  }
  return strokes
}

/**
 * Less probable alternatives are not kept. A character with one more probable than this is itself read with less than
 * 0.8, too little for a value with it to count against a person (kernel/evidence/document/view.ts): choosing another
 * hides no contradiction. Of 1,500 drawn dates in poor print, 138 were not read; with these alternatives 30 of them are
 * right and 16 wrong, all with little confidence.
 */
const LEAST_OTHER = 0.2
const SURE = 1 - LEAST_OTHER
/** Alternatives kept for each character. */
const MOST = 2

/** For each character the next best ones, the blank, and characters between it and the one before or after it. */
function othersOf(
  scores: Float32Array,
  path: readonly Frame[],
  strokes: readonly Stroke[],
  alphabet: Alphabet,
): Other[][] {
  const { letters } = alphabet
  const own = (at: number) => letters[strokes[at]?.best ?? 0] ?? ''
  const others = strokes.map(({ best, probability, from, to }): Other[] => {
    if (probability > SURE) return []
    const frames = Array.from({ length: to - from + 1 }, (_, i) => from + i)
    const peak = frames.reduce((a, b) => ((path[b] as Frame).probability > (path[a] as Frame).probability ? b : a))
    const blank = Math.min(...frames.map((frame) => scores[frame * letters.length] as number))
    const replacing = rivalsOf(scores, peak, [best], alphabet).map(({ c, p }) => ({
      text: letters[c] ?? '',
      probability: p,
    }))
    return blank < LEAST_OTHER ? replacing : [...replacing, { text: '', probability: blank }]
  })
  // Between two characters the blank was the best, but another character may have been nearly as probable.
  for (let at = 0; at <= strokes.length; at++) {
    const [from, to] = [(strokes[at - 1]?.to ?? -1) + 1, strokes[at]?.from ?? path.length]
    const near = [strokes[at - 1]?.best ?? 0, strokes[at]?.best ?? 0]
    for (let frame = from; frame < to; frame++) {
      if ((path[frame] as Frame).probability > SURE) continue
      for (const { c, p } of rivalsOf(scores, frame, near, alphabet)) {
        const text = letters[c] ?? ''
        if (at > 0) others[at - 1]?.push({ text: own(at - 1) + text, probability: p })
        else others[0]?.push({ text: text + own(0), probability: p })
      }
    }
  }
  return others.map((each) => each.toSorted((a, b) => b.probability - a.probability).slice(0, MOST))
}

/** The classes, without blank and the given ones, that have some probability in a frame. Look-alikes are one. */
function rivalsOf(
  scores: Float32Array,
  frame: number,
  without: readonly number[],
  { letters, twins }: Alphabet,
): { c: number; p: number }[] {
  const at = frame * letters.length
  const rivals: { c: number; p: number }[] = []
  // Most unsure frames are the beginning or end of a character, and leave nothing to others.
  let rest = 1 - (scores[at] as number)
  for (const c of new Set(without.flatMap((own) => (own ? [own, ...(twins[own] ?? [])] : []))))
    rest -= scores[at + c] as number
  if (rest < LEAST_OTHER) return rivals
  for (let c = 1; c < letters.length; c++) {
    const alone = scores[at + c] as number
    // A letter looks like at most two others.
    if (alone < LEAST_OTHER / 3) continue
    const alike = twins[c] as readonly number[]
    if (without.some((other) => other === c || alike.includes(other))) continue
    if (alike.some((twin) => (scores[at + twin] as number) > alone)) continue
    const p = alike.reduce((sum, twin) => sum + (scores[at + twin] as number), alone)
    if (p >= LEAST_OTHER) rivals.push({ c, p })
  }
  return rivals
}

interface Frame {
  best: number
  /** The probability of the class and of those that look the same. */
  probability: number
}

/** The most likely class of a frame, limited to one script's letters if one is given. */
function pickClass(scores: Float32Array, frame: number, { letters, scripts, twins }: Alphabet, only?: Script): Frame {
  const at = frame * letters.length
  let best = 0
  let probability = scores[at] as number
  // All others together cannot reach this much.
  if (probability > 0.501) return { best, probability }
  for (let c = 1; c < letters.length; c++) {
    let p = scores[at + c] as number
    // No twin can raise a class this unlikely above the rest.
    if (p < 1e-4 || (only !== undefined && scripts[c] !== undefined && scripts[c] !== only)) continue
    for (const twin of twins[c] as readonly number[]) p += scores[at + twin] as number
    if (p > probability) {
      best = c
      probability = p
    }
  }
  return { best, probability }
}

/** Runs of frames without a space, digit or mark. */
function wordsOf(path: readonly Frame[], { scripts }: Alphabet): [from: number, to: number][] {
  const words: [number, number][] = []
  let from = 0
  for (let frame = 0; frame <= path.length; frame++) {
    const best = path[frame]?.best
    if (best === 0 || (best !== undefined && scripts[best] !== undefined)) continue
    if (frame > from) words.push([from, frame])
    from = frame + 1
  }
  return words
}

/** The scripts of the unambiguous letters. */
function scriptsOf(path: readonly Frame[], { scripts, twins }: Alphabet): Set<Script | undefined> {
  return new Set(path.filter(({ best }) => best !== 0 && !twins[best]?.length).map(({ best }) => scripts[best]))
}

function pickScript(scores: Float32Array, from: number, to: number, { fits }: Alphabet): Script {
  const sums = [0, 0, 0] as [number, number, number]
  for (let frame = from; frame < to; frame++) {
    let [first, second, third] = [1e-6, 1e-6, 1e-6]
    for (let c = 0, at = frame * fits.length; c < fits.length; c++, at++) {
      const [p, bits] = [scores[at] as number, fits[c] as number]
      if (bits & 1) first += p
      if (bits & 2) second += p
      if (bits & 4) third += p
    }
    sums[0] += Math.log(first)
    sums[1] += Math.log(second)
    sums[2] += Math.log(third)
  }
  return sums.indexOf(Math.max(...sums)) as Script
}

function trimSpelled(
  letters: readonly string[],
  probabilities: readonly number[],
  places: readonly number[],
  others: readonly (readonly Other[])[],
): Spelled {
  const text = letters.join('')
  const lead = text.length - text.trimStart().length
  const kept = text.trim()
  const chances = probabilities.slice(lead, lead + kept.length)
  const confidence = chances.length ? chances.reduce((sum, p) => sum + p, 0) / chances.length : 0
  const along = places.slice(lead, lead + kept.length)
  const unified = unifyScripts(kept)
  const considered = others.slice(lead, lead + kept.length)
  return {
    text: unified,
    confidence,
    probabilities: chances,
    places: along,
    ...(considered.some(({ length }) => length) && { others: inScript(considered, unified) }),
  }
}

/** Alternatives in the script of their line. */
function inScript(others: readonly (readonly Other[])[], line: string): (readonly Other[])[] {
  const script = tellScript(line)
  return others.map((each) =>
    each.map((other) => {
      const isOurs = script === undefined || [...other.text].every((letter) => (scriptOf(letter) ?? script) === script)
      return isOurs ? other : { ...other, text: convertToScript(other.text, script) ?? other.text }
    }),
  )
}
