import { type Packed, scoreOf } from '../../measure/score.ts'

/** Everybody is compared with all enrolled people (1:N, ISO/IEC 19795-1). */
export interface Identification {
  threshold: number
  /** People enrolled, with one picture each, in each of the two galleries. */
  galleries: number[]
  /** Searches for people who are enrolled, and those that did not find them. */
  mated: number
  missed: number
  /** Searches for people who are not enrolled, and those that found somebody. */
  nonMated: number
  foundSomebody: number
}

interface Picture {
  /** The number of the person. */
  number: number
  template: Packed | undefined
}

/**
 * People with even numbers are enrolled with their first picture and all other pictures are searched for; then the
 * reverse.
 */
export function identify(pictures: readonly Picture[], threshold: number): Identification {
  const found: Identification = { threshold, galleries: [], mated: 0, missed: 0, nonMated: 0, foundSomebody: 0 }
  for (const half of [0, 1]) {
    const gallery = new Map<number, Picture>()
    for (const picture of pictures)
      if (picture.number % 2 === half && !gallery.has(picture.number)) gallery.set(picture.number, picture)
    found.galleries.push(gallery.size)
    const enrolled = [...gallery.values()]
    for (const picture of pictures) {
      const own = gallery.get(picture.number)
      if (own === picture) continue
      if (own) {
        found.mated += 1
        if (scoreOf(own.template, picture.template) < threshold) found.missed += 1
      } else {
        found.nonMated += 1
        if (enrolled.some(({ template }) => scoreOf(template, picture.template) >= threshold)) found.foundSomebody += 1
      }
    }
  }
  return found
}
