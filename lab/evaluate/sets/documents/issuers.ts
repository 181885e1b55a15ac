import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import type { DocumentType, VisualFieldName } from '../../../../src/formats/document-words.ts'
import { inOurDigits } from '../../../../src/formats/text/transliterate.ts'
import type { PageReading } from '../../../../src/vision/document/page-reading.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { cutHead } from '../../../demonstration/heads.ts'
import { drawIssued, type IssuedField } from '../../../issuers/draw-issuer.ts'
import { issuers as ISSUERS, type Issuer, isLeftOut } from '../../../issuers/issuers.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { addIssuers, type IssuersFigures, type Tally } from '../../report/tables/issuers.ts'

/** Drawn cards of issuers in their own scripts, photographed; the readings of every second issuer are not inspected. */
export const issuers: EvaluationSet = { name: 'issuers', folder: '.', needsNoData: true, run }

/** Cards are drawn as of this day, so that figures of different days can be compared. */
const TODAY = '2026-06-15'

async function run({ engine, progress, part, earlier, nets = engine.nets }: EvaluationContext): Promise<Findings> {
  const { from = 0, count = ISSUERS.length } = part ?? {}
  const chosen = ISSUERS.slice(from, from + count)
  const cards: Card[] = []
  for (const [i, issuer] of chosen.entries()) {
    for (const type of Object.keys(issuer.documents) as DocumentType[])
      cards.push(await readCard(engine, nets, issuer, type))
    progress(i + 1, chosen.length)
  }
  const before = earlier as (IssuersFigures & { misses: [string, string][] }) | undefined
  const figures = addIssuers(figuresOf(cards), before)
  const misses = [...(before?.misses ?? []), ...cards.filter(({ issuer }) => !isLeftOut(issuer)).flatMap(missesOf)]
  return {
    json: { ...figures, misses },
    figures,
    tables: [
      ...tablesOf('issuers', figures),
      { title: 'Misses, without the held-out issuers', head: ['card', 'what'], rows: misses },
    ],
  }
}

/** A card and its correct readings. */
interface Card {
  issuer: Issuer
  type: DocumentType
  said: string
  isNamed: boolean
  fields: (IssuedField & { right: boolean; read?: string })[]
}

async function readCard(
  engine: ReadEngine,
  nets: ReadEngine['nets'],
  issuer: Issuer,
  type: DocumentType,
): Promise<Card> {
  const seed = `${issuer.code} ${type}`
  const picture = await cutHead(seed.length % 2 ? 'portrait' : 'other', { context: 2 })
  const { front, fields } = await drawIssued(issuer, type, { portrait: { picture }, today: TODAY, seed: 'evaluated' })
  const { jpeg } = await photograph(front, { seed, level: 'easy', turn: 'any' })
  const { value: outcome } = await engine.read((context) => readPage({ ...context, nets, today: TODAY }, jpeg))
  const reading = outcome.ok ? outcome.value.reading : undefined
  return {
    issuer,
    type,
    said: reading ? `${reading.country ?? '–'} ${reading.type}` : outcome.ok ? '' : outcome.refusal,
    isNamed: reading?.country === issuer.code && reading.type === type,
    fields: fields.map((field) => ({ ...field, ...compare(field, reading) })),
  }
}

function compare({ name, printed, date }: IssuedField, reading: PageReading | undefined) {
  const field = (wanted: VisualFieldName) => reading?.visual.find((visual) => visual.name === wanted)
  const found = field(name)
  if (date) return { right: found?.date === date, ...(found ? { read: `${found.value} (${found.date})` } : {}) }
  // A name in one line may be split into its parts.
  const parts = [field('surname')?.value, field('given_name')?.value].filter((part) => part !== undefined)
  const read = found?.value ?? (name === 'surname_and_given_names' && parts.length === 2 ? parts.join(' ') : undefined)
  const right = printed.some((spelling) => {
    if (read === undefined) return false
    return plain(read) === plain(spelling) || (!found && plain(parts.toReversed().join(' ')) === plain(spelling))
  })
  return { right, ...(read === undefined ? {} : { read }) }
}

/** Without spaces, and digits of every script converted to Western ones. */
const plain = (text: string): string => inOurDigits(text.normalize('NFC').replaceAll(/\s/g, ''))

function figuresOf(cards: readonly Card[]): IssuersFigures {
  const scripts = [...new Set(cards.map(({ issuer }) => issuer.script))]
  return {
    scripts: scripts.map((script) => ({ script, ...tallyOf(cards.filter(({ issuer }) => issuer.script === script)) })),
    leftOut: tallyOf(cards.filter(({ issuer }) => isLeftOut(issuer))),
    others: tallyOf(cards.filter(({ issuer }) => !isLeftOut(issuer))),
    all: tallyOf(cards),
  }
}

function tallyOf(cards: readonly Card[]): Tally {
  const values = cards.flatMap(({ fields }) => fields)
  const dates = values.filter(({ date }) => date)
  const right = (list: readonly { right: boolean }[]) => ({
    n: list.length,
    right: list.filter((each) => each.right).length,
  })
  return {
    issuers: new Set(cards.map(({ issuer }) => issuer.code)).size,
    named: { n: cards.length, right: cards.filter(({ isNamed }) => isNamed).length },
    values: right(values),
    dates: right(dates),
  }
}

const missesOf = ({ issuer, type, said, isNamed, fields }: Card): [string, string][] => {
  const card = `${issuer.code} ${type} ${issuer.script}`
  return [
    ...(isNamed ? [] : [[card, `taken for ${said}`] as [string, string]]),
    ...fields
      .filter(({ right }) => !right)
      .map(({ name, printed, read }): [string, string] => [
        card,
        `${name} "${read ?? ''}" for "${printed.join('" or "')}"`,
      ]),
  ]
}
