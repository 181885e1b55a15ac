import { isMrzCountry } from '../text/countries.ts'
import { alignCells } from './decode/align-cells.ts'
import { cellsOfText, emission, type MrzCell, readCharacter } from './decode/cells.ts'
import { checkDigitAgrees, FORMATS, headingLine, type MrzFormat, type MrzType } from './formats.ts'

interface FoundMrz {
  type: MrzType
  /** The indices of the given lines, in the order of the MRZ. */
  indices: number[]
  /** Their text without spaces, with the fillers that a reader missed at an end. */
  texts: string[]
}

/**
 * The mean log probability of a character. A character where it is not permitted costs 7, so one in six may be wrong;
 * in lines of ordinary text every second one is.
 */
const LEAST_LIKENESS = -1.2
/** The number of characters by which a line may be longer or shorter than its format. */
const TOLERANCE = 3
/** Fillers at the end of a line of names that a reader may miss: they are faint and all look the same. */
const MOST_LOST_FILLERS = 20
/** The penalty for each of them: a format that needs none comes first. */
const LOST_FILLER = 0.5

/**
 * The number of lines tried for one position: a page in capitals has many that could be names, and three positions
 * multiply them.
 */
const MOST_CANDIDATES = 6

interface Candidate {
  index: number
  text: string
  /** The number of inserted fillers. */
  lost: number
  cells: MrzCell[]
  emissions: Float64Array[]
}

/** The lines that look most like an MRZ among the text lines of a page, given in any order. */
export function findMrzLines(textLines: readonly string[]): FoundMrz | undefined {
  const candidates = textLines.map(candidateOf).filter((candidate) => candidate !== undefined)
  const found = FORMATS.map((format) => bestGroup(format, candidates)).filter((group) => group !== undefined)
  const [first, ...others] = found
  if (!first) return undefined
  const best = others.reduce((a, b) => (b.likeness > a.likeness ? b : a), first)
  return { type: best.type, indices: best.indices, texts: best.texts }
}

function candidateOf(line: string, index: number): Candidate | undefined {
  const text = line.replaceAll(' ', '')
  const cells = cellsOfText(text)
  const letters = cells.filter((cell) => readCharacter(cell) !== undefined).length
  const small = text.match(/\p{Ll}/gu)?.length ?? 0
  // The shortest MRZ line has 9 characters; at most a tenth of them are misread as a lower-case letter or another
  // character.
  if (cells.length < 7 || letters - small < cells.length * 0.9) return undefined
  return { index, text, lost: 0, cells, emissions: cells.map(emission) }
}

/** A line that ends in fillers, padded to the length. */
function filled(candidate: Candidate, length: number): Candidate {
  const lost = length - candidate.text.length
  if (lost <= TOLERANCE || lost > MOST_LOST_FILLERS || !candidate.text.endsWith('<<<')) return candidate
  const text = candidate.text.padEnd(length, '<')
  const cells = cellsOfText(text)
  return { ...candidate, text, lost, cells, emissions: cells.map(emission) }
}

interface Group extends FoundMrz {
  likeness: number
}

/** The best lines for the positions of the format, each line at most once. */
function bestGroup(format: MrzFormat, candidates: readonly Candidate[]): Group | undefined {
  const fitting = format.lengths.map((length, line) =>
    candidates
      .map((candidate) => filled(candidate, length))
      .filter(({ cells }) => Math.abs(cells.length - length) <= TOLERANCE)
      .map((candidate) => ({
        candidate,
        score: alignCells(format, line, candidate.cells, candidate.emissions).score - LOST_FILLER * candidate.lost,
      }))
      .filter(({ score }) => score / length >= LEAST_LIKENESS)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_CANDIDATES),
  )
  const [first, ...others] = arrangements(fitting).filter(({ chosen }) => isMrz(format, chosen.map(textOf)))
  if (!first) return undefined
  const best = others.reduce((a, b) => (b.score > a.score ? b : a), first)
  const width = format.lengths.reduce((sum, length) => sum + length, 0)
  return {
    type: format.type,
    indices: best.chosen.map(({ index }) => index),
    texts: best.chosen.map(({ text }) => text),
    likeness: best.score / width,
  }
}

interface Arrangement {
  chosen: Candidate[]
  score: number
}

/** Every assignment of one line to each position. */
function arrangements(fitting: { candidate: Candidate; score: number }[][]): Arrangement[] {
  return fitting.reduce<Arrangement[]>(
    (partial, place) =>
      partial.flatMap(({ chosen, score }) =>
        place
          .filter(({ candidate }) => !chosen.some(({ index }) => index === candidate.index))
          .map((next) => ({ chosen: [...chosen, next.candidate], score: score + next.score })),
      ),
    [{ chosen: [], score: 0 }],
  )
}

/** Every MRZ contains fillers, except the single line of a driving licence, whose check digit must agree. */
function isMrz(format: MrzFormat, lines: string[]): boolean {
  const heading = lines[headingLine(format)] ?? ''
  // If the first letter says only "not a visa", it may have been misread as a digit.
  if (!format.start.test(heading) && !(GENERAL.includes(format.type) && /^\d/.test(heading))) return false
  if (lines.length > 1) return lines.some((line) => line.includes('<'))
  const [line = ''] = lines
  return isMrzCountry(line.slice(2, 5)) && checkDigitAgrees(line.slice(0, -1), line.slice(-1))
}

const GENERAL: readonly MrzType[] = ['TD1', 'TD2', 'TD3']

const textOf = ({ cells }: Candidate): string => cells.map((cell) => readCharacter(cell) ?? '?').join('')
