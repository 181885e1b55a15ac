import { VISUAL_FIELDS, type VisualFieldName } from '../../../formats/document-words.ts'
import { runsLeft } from '../../text/reading-order.ts'
import { type Candidate, type Span, slice } from './candidate.ts'
import { type FoundLabels, type Label, WHOLE_NAME } from './find-labels.ts'
import { NOT_LEARNT, type PageRoles, runsOf } from './roles/say-roles.ts'

/** Adds the labels that are in no catalogue in these words, as the net recognises them. */
export function withLabelsByRole(found: FoundLabels, spans: readonly Span[], roles: PageRoles): FoundLabels {
  const labelled = new Set(found.labels.map(({ source }) => source))
  const parted = new Map(
    spans.flatMap((span) => {
      if (labelled.has(span.source) || found.foreign.has(span.source) || NOT_LEARNT.test(span.text)) return []
      const parts = behindColon(span, roles) ?? byRuns(span, roles)
      return parts ? [[span, parts] as const] : []
    }),
  )
  const rests = (span: Span) => (parted.has(span) ? (parted.get(span)?.rest ?? []) : span)
  return {
    labels: [...found.labels, ...[...parted.values()].flatMap(({ labels }) => labels)],
    values: found.values.flatMap(rests),
    nextToLabels: found.nextToLabels,
    foreign: found.foreign,
  }
}

interface Parts {
  labels: Label[]
  rest?: Span
}

/** Below this confidence, the net does not know the label. */
const MIN_SURE = 0.6

/** The text before a colon is the label of the text after it, wherever the net sees its end. */
function behindColon(span: Span, roles: PageRoles): Parts | undefined {
  const at = /\p{L}[\s.)]*:\s*\S/u.exec(span.text)?.index
  if (at === undefined) return undefined
  const colon = span.text.indexOf(':', at)
  const before = slice(span, 0, colon)
  const [best] = [...roles.rolesOf(span.line, before.start, before.start + before.text.length)]
    .filter(([role]) => LABEL.test(role))
    .toSorted(([, a], [, b]) => b - a)
  if (!best || best[1] < MIN_SURE) return undefined
  const rest = slice(span, colon + 1, span.text.length)
  return { labels: [labelOf(before, ...best)], rest }
}

/** A line that begins with a label, with or without its value. */
function byRuns(span: Span, roles: PageRoles): Parts | undefined {
  const runs = runsOf(span, roles)
  const last = runs.findLastIndex(({ role }) => LABEL.test(role))
  const labels = runs.filter(({ role, sure }) => LABEL.test(role) && sure >= MIN_SURE)
  if (!LABEL.test(runs[0]?.role ?? '') || !labels.length) return undefined
  const behind = runs[last + 1]?.span
  const rest = behind && slice(span, behind.start - span.start, span.text.length)
  return { labels: labels.map((run) => labelOf(run.span, run.role, run.sure)), ...(rest ? { rest } : {}) }
}

const LABEL = /^label /

const labelOf = ({ box, source, text }: Span, role: string, likeness: number): Label => ({
  name: role.replace(LABEL, '') as VisualFieldName,
  box,
  likeness,
  source: source.split(':')[0] ?? source,
  runsLeft: runsLeft(text),
  byNet: true,
})

const NUMBERS: readonly VisualFieldName[] = ['document_number', 'personal_number']

/**
 * Whether the net is more confident of what the value is than of its label. Which of two numbers it is, the net can
 * only tell from the number.
 */
export function isContradicted({ name, from, labelByNet }: Candidate, roles: PageRoles): boolean {
  if (labelByNet === undefined) return false
  const said = roles.rolesOf(from.line, from.start, from.end)
  if (NUMBERS.includes(name)) return NUMBERS.some((number) => (said.get(number) ?? 0) > LIKELY)
  return VISUAL_FIELDS.some((other) => other !== name && (said.get(other) ?? 0) > labelByNet)
}

const LIKELY = 0.5

const LABELS_OF_NAMES: readonly VisualFieldName[] = [
  'surname',
  'second_surname',
  'given_name',
  'surname_and_given_names',
]
/** The plain word for a name; it means the given name if a surname has its own label. */
const NAME = /^(?:NAME|NAMA|NAMN|NAVN|NAAM|NOM|NOME|NOMBRE)(?![A-Z])/i

/** A page with only one label for a name shows the whole name there. */
export function withWholeName(found: FoundLabels, spans: readonly Span[]): FoundLabels {
  const [only, ...more] = found.labels.filter(({ name }) => LABELS_OF_NAMES.includes(name))
  const line = only && !more.length && spans.find(({ source }) => source === only.source)
  if (!line || !NAME.test(line.text)) return found
  const labels = found.labels.map((each) => (each === only ? { ...each, name: WHOLE_NAME, likeness: 1 } : each))
  return { ...found, labels }
}
