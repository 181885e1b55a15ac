import type { Issuer } from './issuers.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A date in the issuer's calendar, order and digits. */
export function writeDate(iso: string, { calendar = 'gregory', date: form, digits }: Issuer): string {
  const at = new Date(`${iso}T00:00:00Z`)
  const parts = partsIn(calendar, at)
  const year = calendar === 'roc' || calendar === 'japanese' ? parts.year : parts.year.padStart(4, '0')
  const [month, day] = [parts.month.padStart(2, '0'), parts.day.padStart(2, '0')]
  switch (form) {
    case 'th':
      return `${Number(day)} ${partsIn(calendar, at, 'th', 'short').month} ${year}`
    case 'd mon y':
      return `${day} ${MONTHS[Number(month) - 1]} ${year}`
    case '年月日':
      return `${year}年${Number(month)}月${Number(day)}日`
    case '民國年月日':
      return `民國${year}年${Number(month)}月${Number(day)}日`
    case '元号年月日':
      return `${partsIn(calendar, at, 'ja').era}${year}年${Number(month)}月${Number(day)}日`
    default:
      return inDigits(form.replace('y', year).replace('m', month).replace('d', day), digits)
  }
}

/** The text in the digits of a numbering system. */
export function inDigits(text: string, system: string | undefined): string {
  if (!system) return text
  const figures = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false })
  return text.replace(/\d/g, (figure) => figures.format(Number(figure)))
}

function partsIn(calendar: string, at: Date, language = 'en', month: 'numeric' | 'short' = 'numeric') {
  const format = new Intl.DateTimeFormat(`${language}-u-ca-${calendar}-nu-latn`, {
    year: 'numeric',
    month,
    day: 'numeric',
    era: 'short',
    timeZone: 'UTC',
  })
  const found = new Map(format.formatToParts(at).map(({ type, value }) => [type as string, value]))
  const part = (name: string) => found.get(name) ?? ''
  return { year: part('year'), month: part('month'), day: part('day'), era: part('era') }
}
