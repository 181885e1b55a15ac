import type { Chosen } from './choose.ts'

const DATE = /^(\d{1,2})([-./ ])(\d{1,2})\2(\d{2,4})$/

/** A document prints its dates alike: one with spaces, where the others have marks, has lost them. */
export function withEvenDates(chosen: readonly Chosen[]): Chosen[] {
  const marks = new Set(chosen.flatMap(({ value, date }) => (date ? (DATE.exec(value)?.[2] ?? []) : [])))
  const [mark, ...more] = [...marks].filter((each) => each !== ' ')
  if (!mark || more.length) return [...chosen]
  return chosen.map((each) => {
    const [, day, between, month, year] = (each.date && DATE.exec(each.value)) || []
    return between === ' ' ? { ...each, value: `${day}${mark}${month}${mark}${year}` } : each
  })
}
