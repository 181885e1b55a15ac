import { rate, type Table } from '../../measure/table.ts'

interface Cost {
  cpuMs: { p50: number; p95: number }
}

interface MrzRead extends Cost {
  n: number
  /** Every character of every line. */
  exact: number
  /** All check digits are valid. */
  valid: number
  /** Lines that were read without an error, regardless of the others. */
  lines: { n: number; right: number }
}

interface FacesCompared extends Cost {
  pictures: number
  withoutFace: number
  genuine: { n: number; matched: number }
  impostors: { n: number; matched: number }
}

export interface NpmPartsFigures {
  /** Names and versions. */
  parts: Record<string, string>
  mrz: { limen: MrzRead; tesseract: MrzRead; tesseractStraightened: MrzRead }
  faces: { limen: FacesCompared; faceApi: FacesCompared }
}

export const npmPartsMrz = ({ parts, mrz }: NpmPartsFigures): Table => ({
  title: 'The MRZ, by Limen and by packages from npm',
  head: ['read by', 'every character right', 'lines right', 'check digits valid', 'CPU-ms p50', 'p95'],
  rows: (
    [
      ['Limen, the whole page with all of its checks', mrz.limen],
      [`tesseract.js ${parts['tesseract.js']} and mrz ${parts.mrz}, the MRZ alone`, mrz.tesseract],
      ['the same, given the lower half of the page as Limen straightened it, enlarged', mrz.tesseractStraightened],
    ] as const
  ).map(([name, { n, exact, valid, lines, cpuMs }]) => [
    name,
    rate(exact, n)[0],
    rate(lines.right, lines.n)[0],
    rate(valid, n)[0],
    Math.round(cpuMs.p50),
    Math.round(cpuMs.p95),
  ]),
})

export const npmPartsFaces = ({ parts, faces }: NpmPartsFigures): Table => ({
  title: 'Faces, by Limen and by a package from npm',
  head: ['compared by', 'no face found', 'one person, matched', 'two people, matched', 'CPU-ms a picture p50', 'p95'],
  rows: (
    [
      ['Limen, limit 50', faces.limen],
      [`face-api ${parts['@vladmandic/face-api']}, its own limit 0.6`, faces.faceApi],
    ] as const
  ).map(([name, { pictures, withoutFace, genuine, impostors, cpuMs }]) => [
    name,
    rate(withoutFace, pictures)[0],
    rate(genuine.matched, genuine.n)[0],
    rate(impostors.matched, impostors.n)[0],
    Math.round(cpuMs.p50),
    Math.round(cpuMs.p95),
  ]),
})
