import { securityPaper } from '../../packages/specimen/src/draw/guilloche.ts'
import { printEmblem, printSpecimenMark } from '../../packages/specimen/src/draw/ornaments.ts'
import { loadPortrait, type Portrait, printPortrait } from '../../packages/specimen/src/draw/portrait.ts'
import { openSheet, type Sheet, writeText } from '../../packages/specimen/src/draw/sheet.ts'
import { dayBefore, fillPattern, yearsAfter } from '../../packages/specimen/src/issue/person.ts'
import { type Random, random } from '../../packages/specimen/src/random.ts'
import type { DocumentType, VisualFieldName } from '../../src/formats/document-words.ts'
import { type Issuer, type LabelName, languageOf, runsRightToLeft } from './issuers.ts'
import { familiesFor } from './script-fonts.ts'
import { inDigits, writeDate } from './write-date.ts'

/** A printed value, in all its spellings. */
export interface IssuedField {
  name: VisualFieldName
  printed: string[]
  /** ISO 8601. */
  date?: string
}

interface IssuedSpecimen {
  front: Uint8Array
  fields: IssuedField[]
}

const WIDTH = 85.6
const HEIGHT = 53.98
const PER_MM = 15
const MARGIN = 4
const PORTRAIT = { width: 22, height: 28 }

const COLOURS = [
  { paper: ['#eaf3ee', '#f7f4e8', '#e6eef6'], lines: ['#7fae95', '#9aa7cc'], accent: '#1f5a43' },
  { paper: ['#f5ece4', '#f2f2ea', '#eaf0f4'], lines: ['#c69a7c', '#8fb0bf'], accent: '#7a3b1e' },
  { paper: ['#e9eef7', '#f3eef6', '#eef6f4'], lines: ['#8a9fce', '#a88fbf'], accent: '#2a3f7f' },
] as const

/** The front of a card as an issuer in another script might issue it. The same seed gives the same card. */
export async function drawIssued(
  issuer: Issuer,
  type: DocumentType,
  { portrait, today, seed }: { portrait: Portrait; today: string; seed: string },
): Promise<IssuedSpecimen> {
  const document = issuer.documents[type]
  if (!document) throw new Error(`${issuer.code} issues no ${type}`)
  const look = random(`issuer/${issuer.code}/${type}`)
  const source = random(`issued/${seed}/${issuer.code}/${type}`)
  const { paper, lines, accent } = look.pick(COLOURS)
  const sheet = openSheet('FRONT', WIDTH, HEIGHT, PER_MM)
  securityPaper(sheet, { paper, lines }, look.fork('paper'))
  printEmblem(sheet, WIDTH * 0.55, 30, 13, accent, 0.08)
  printSpecimenMark(sheet, WIDTH - MARGIN, HEIGHT - 2.4, 1.8)

  const mirrored = runsRightToLeft(issuer)
  const atRight = mirrored || look.next() < 0.3
  const frame = { x: atRight ? MARGIN : WIDTH - MARGIN - PORTRAIT.width, y: 14, ...PORTRAIT }
  const face = await loadPortrait(portrait, look.next() < 0.4)
  printPortrait(sheet, frame, face, lines[0], look.fork('portrait'))
  printHeading(sheet, issuer, document, { accent, look })

  const rows = rowsOf(issuer, type, today, source)
  const left = atRight ? MARGIN + PORTRAIT.width + 4 : MARGIN
  const column = { left, right: left + WIDTH - 2 * MARGIN - PORTRAIT.width - 4 }
  const step = Math.min(6.4, 37 / rows.length)
  for (const [i, row] of rows.entries()) printRow(sheet, issuer, row, column, { y: 15.4 + i * step, step }, look)
  return { front: sheet.canvas.toBuffer('image/jpeg', 95), fields: rows.map(({ field }) => field) }
}

function printHeading(
  sheet: Sheet,
  issuer: Issuer,
  { title, latinTitle, unnamed }: NonNullable<Issuer['documents'][DocumentType]>,
  { accent, look }: { accent: string; look: Random },
): void {
  const centred = look.next() < 0.5
  const rightToLeft = runsRightToLeft(issuer)
  const align = centred ? 'center' : rightToLeft ? 'right' : 'left'
  const x = centred ? WIDTH / 2 : rightToLeft ? WIDTH - MARGIN : MARGIN
  const write = (text: string, y: number, size: number) =>
    writeText(sheet, text, x, y, {
      size,
      weight: 700,
      color: accent,
      align,
      maxWidth: WIDTH - 2 * MARGIN,
      families: familiesFor(text, issuer),
      rightToLeft: familiesFor(text, issuer) !== undefined && rightToLeft,
    })
  const named = unnamed ? [] : [issuer.name]
  const latin = [unnamed ? undefined : issuer.latinName, latinTitle].filter((text) => text !== undefined)
  const heads: [string, number][] = [
    ...named.map((text): [string, number] => [text, 3.1]),
    [title, unnamed ? 3.6 : 2.9],
    ...(latin.length ? [[latin.join('   '), 1.9] as [string, number]] : []),
  ]
  let y = 4.9
  for (const [text, size] of heads) {
    write(text, y, size)
    y += size + 0.6
  }
}

interface Row {
  label: LabelName
  field: IssuedField
  /** The value in the second language, if it has its own. */
  second?: string
}

function rowsOf(issuer: Issuer, type: DocumentType, today: string, source: Random): Row[] {
  const language = languageOf(issuer.language)
  const other = issuer.second ? languageOf(issuer.second) : undefined
  const sex = source.pick(['M', 'F'] as const)
  const drawn = { surname: source.next(), given: source.next() }
  const nameIn = ({ surnames, men, women }: typeof language) => {
    const at = (list: readonly string[], share: number) => list[Math.floor(share * list.length)] ?? ''
    return { surname: at(surnames, drawn.surname), given: at(sex === 'M' ? men : women, drawn.given) }
  }
  const own = nameIn(language)
  const second = other && nameIn(other)
  const born = dayBefore(today, source.whole(19 * 366, 70 * 365))
  const issued = dayBefore(today, source.whole(60, 5 * 365))
  const expires = dayBefore(yearsAfter(issued, 10), 1)
  const number = inDigits(fillPattern(issuer.documents[type]?.number ?? '', source), issuer.digits)
  const dated = (label: LabelName, name: VisualFieldName, date: string): Row => ({
    label,
    field: { name, printed: [writeDate(date, issuer)], date },
  })
  const named = (label: LabelName, name: VisualFieldName, value: string, also: string | undefined): Row => ({
    label,
    field: { name, printed: also ? [value, also, `${value} / ${also}`] : [value] },
    ...(also ? { second: also } : {}),
  })
  const isCard = type === 'IDENTITY_CARD'
  return [
    ...(issuer.names === 'whole'
      ? [named('name', 'surname_and_given_names', whole(own, issuer), second && whole(second, issuer))]
      : [
          named('surname', 'surname', own.surname, second?.surname),
          named('given', 'given_name', own.given, second?.given),
        ]),
    dated('birth', 'date_of_birth', born),
    { label: 'sex', field: { name: 'sex', printed: [other ? sex : language.sex[sex]] } },
    {
      label: isCard ? 'personal' : 'number',
      field: { name: isCard ? 'personal_number' : 'document_number', printed: [number] },
    },
    ...(isCard ? [] : [dated('issue', 'date_of_issue', issued)]),
    dated('expiry', 'date_of_expiry', expires),
  ]
}

/**
 * East Asian, Hungarian-style and Vietnamese names begin with the surname; Chinese, Japanese and Korean ones have no
 * space.
 */
function whole({ surname, given }: { surname: string; given: string }, { script, language }: Issuer): string {
  const isLatin = /^\p{Script=Latin}/u.test(surname)
  if (!isLatin && (script === 'Han' || script === 'Hangul')) return `${surname}${given}`
  return script === 'Kana' || language === 'km' || language === 'vi' || script === 'Han'
    ? `${surname} ${given}`
    : `${given} ${surname}`
}

const LABEL = 1.7
const VALUE = 2.5

function printRow(
  sheet: Sheet,
  issuer: Issuer,
  { label, field, second }: Row,
  column: { left: number; right: number },
  { y, step }: { y: number; step: number },
  look: Random,
): void {
  const mirrored = runsRightToLeft(issuer)
  const own = languageOf(issuer.language).labels[label]
  const other = issuer.second ? languageOf(issuer.second).labels[label] : undefined
  const write = (text: string, x: number, at: number, size: number, align: 'left' | 'right', bold: boolean) =>
    writeText(sheet, text, x, at, {
      size,
      align,
      weight: bold ? 700 : 400,
      color: bold ? '#1b1b22' : '#4b5570',
      maxWidth: (column.right - column.left) * 0.6,
      families: familiesFor(text, issuer),
      rightToLeft: mirrored && familiesFor(text, issuer) !== undefined,
    })
  const value = field.printed[0] ?? ''
  // The label is above its value or next to it: the same on the whole card.
  const isAbove = !mirrored && look.fork('labels').next() < 0.5
  if (mirrored) {
    const end = write(other ? own : `${own}:`, column.right, y, LABEL * 1.2, 'right', false)
    if (!other || second) write(value, end.x - 1.6, y, VALUE, 'right', true)
    if (!other) return
    const at = second ? y + 2.7 : y
    const begin = write(other, column.left, at, LABEL, 'left', false)
    write(second ?? value, begin.x + begin.width + 1.6, at, VALUE * 0.9, 'left', true)
    return
  }
  const named = other ? `${own} / ${other}` : own
  if (isAbove) {
    write(named, column.left, y, LABEL, 'left', false)
    write(second ? `${value} / ${second}` : value, column.left, y + 0.53 * step, VALUE, 'left', true)
    return
  }
  const begin = write(named, column.left, y, LABEL * 1.15, 'left', false)
  write(second ? `${value} / ${second}` : value, begin.x + begin.width + 2, y, VALUE, 'left', true)
}
