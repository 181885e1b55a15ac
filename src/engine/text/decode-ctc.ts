import { type Script, scriptOf, twinsOf, unifyScripts } from './scripts.ts'

/** A text with the probability of each of its characters. */
export interface Spelled {
  text: string
  /** Mean probability of its characters, 0..1. */
  confidence: number
  probabilities: number[]
  /** Where each of them stands along the line, 0..1. */
  places?: number[]
}

/** What the classes of a reader mean. Class 0 is the blank between characters. */
export interface Alphabet {
  letters: readonly string[]
  scripts: readonly (Script | undefined)[]
  /** For each class the other classes that look the same. */
  twins: readonly (readonly number[])[]
}

/** The alphabet of a dictionary: one character a line, in the order of the classes after the blank. */
export function alphabetOf(dictionary: string): Alphabet {
  const letters = ['', ...dictionary.replace(/\r?\n$/, '').split(/\r?\n/)]
  const classes = new Map<string, number>()
  for (const [own, letter] of letters.entries()) if (!classes.has(letter)) classes.set(letter, own)
  const twins = letters.map((letter, own) =>
    twinsOf(letter)
      .map((twin) => classes.get(twin) ?? -1)
      .filter((other) => other > 0 && other !== own),
  )
  return { letters, scripts: letters.map((letter) => scriptOf(letter)), twins }
}

/**
 * Best path of a CTC output (frames × classes): repeats merge. Look-alikes of other scripts count as one letter, and a
 * word is written in one script: the one that its frames support.
 */
export function followBestPath(scores: Float32Array, alphabet: Alphabet): Spelled {
  const { letters, twins } = alphabet
  const frames = scores.length / letters.length
  const path = Array.from({ length: frames }, (_, frame) => pickClass(scores, frame, alphabet))
  for (const [from, to] of wordsOf(path, alphabet)) {
    if (scriptsOf(path.slice(from, to), alphabet).size < 2) continue
    const script = pickScript(scores, from, to, alphabet)
    for (let frame = from; frame < to; frame++) path[frame] = pickClass(scores, frame, alphabet, script)
  }
  let text = ''
  const probabilities: number[] = []
  const places: number[] = []
  let last = 0
  for (const [frame, { best, probability }] of path.entries()) {
    if (best !== 0 && best !== last && !twins[last]?.includes(best)) {
      text += letters[best] ?? ''
      probabilities.push(probability)
      places.push((frame + 0.5) / frames)
    } else if (best !== 0) {
      probabilities[probabilities.length - 1] = Math.max(probabilities.at(-1) ?? 0, probability)
    }
    last = best
  }
  return trimSpelled(text, probabilities, places)
}

interface Frame {
  best: number
  /** Of the class and of those that look the same. */
  probability: number
}

/** The likeliest class of a frame, of one script's letters where one is given. */
function pickClass(scores: Float32Array, frame: number, { letters, scripts, twins }: Alphabet, only?: Script): Frame {
  const at = frame * letters.length
  let best = 0
  let probability = scores[at] as number
  for (let c = 1; c < letters.length; c++) {
    let p = scores[at + c] as number
    // No twin can lift a class this unlikely above the rest.
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

/** The scripts of letters that cannot be mistaken. */
function scriptsOf(path: readonly Frame[], { scripts, twins }: Alphabet): Set<Script | undefined> {
  return new Set(path.filter(({ best }) => best !== 0 && !twins[best]?.length).map(({ best }) => scripts[best]))
}

function pickScript(scores: Float32Array, from: number, to: number, { letters, scripts, twins }: Alphabet): Script {
  const sums = [0, 0, 0]
  for (let frame = from; frame < to; frame++) {
    const masses = [1e-6, 1e-6, 1e-6]
    for (let c = 0; c < letters.length; c++) {
      const own = scripts[c]
      const p = scores[frame * letters.length + c] as number
      for (const script of [0, 1, 2] as const) {
        const fits = own === undefined || own === script || twins[c]?.some((twin) => scripts[twin] === script)
        if (fits) masses[script] = (masses[script] as number) + p
      }
    }
    for (const script of [0, 1, 2] as const)
      sums[script] = (sums[script] as number) + Math.log(masses[script] as number)
  }
  return sums.indexOf(Math.max(...sums)) as Script
}

function trimSpelled(text: string, probabilities: readonly number[], places: readonly number[]): Spelled {
  const lead = text.length - text.trimStart().length
  const kept = text.trim()
  const chances = probabilities.slice(lead, lead + kept.length)
  const confidence = chances.length ? chances.reduce((sum, p) => sum + p, 0) / chances.length : 0
  const along = places.slice(lead, lead + kept.length)
  return { text: unifyScripts(kept), confidence, probabilities: chances, places: along }
}
