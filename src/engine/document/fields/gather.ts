import type { MrzReading } from '../../../domain/document/document.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Size } from '../../picture/picture.ts'
import { fold } from '../../text/fold.ts'
import type { Classification } from '../kind/classify.ts'
import { byAamvaLabel } from './by-aamva-label.ts'
import { byCategory } from './by-category.ts'
import { byForm, bySexWord } from './by-form.ts'
import { byHeading } from './by-heading.ts'
import { byLabel } from './by-label.ts'
import { byModel, type PlacedLine } from './by-model.ts'
import { byMrz } from './by-mrz.ts'
import { byNumber, isNumbered } from './by-number.ts'
import { byPatronymic } from './by-patronymic.ts'
import { byPosition } from './by-position.ts'
import { byRole } from './by-role.ts'
import { byValue } from './by-value.ts'
import type { Candidate, Span } from './candidate.ts'
import { findLabels } from './find-labels.ts'
import type { PageRoles } from './roles/say-roles.ts'
import { trimmed } from './trimmed.ts'
import type { Reading } from './value.ts'

/** A page's lines, and all that is known of them. */
interface FieldPage {
  spans: readonly Span[]
  size: Size
  kind: Classification
  languages: readonly string[]
  reading: Reading
  mrz?: MrzReading
  roles?: PageRoles
  /** Lines that stand where a taught model has a value. */
  placed?: readonly PlacedLine[]
}

/** Every text that may be a value of a field, on every ground there is. */
export function gather({ labels, specimenWords }: Catalogue, page: FieldPage): Candidate[] {
  const { spans, size, kind, languages, reading, mrz, roles } = page
  const { model, side, type, country } = kind
  const found = findLabels(spans, labels, languages)
  const layout = side === 'FRONT' ? model?.front : model?.back
  const byRules = [
    ...byModel(spans, page.placed ?? [], reading),
    ...(layout ? byPosition(found.nextToLabels, layout, reading, size) : []),
    ...byLayout(page, () => byLabel(found, reading, size)),
    ...(type === 'PASSPORT' && country ? byHeading(spans, country, reading, size) : []),
    ...byPatronymic(spans, reading),
    ...bySexWord(spans, reading),
    ...(mrz ? byMrz(spans, mrz, reading) : []),
  ]
  if (!roles) return byRules
  const placed = byRole(spans, roles, reading).filter((candidate) => !isMark(candidate, specimenWords))
  const byThemselves = side === 'FRONT' ? byValue(spans, reading) : []
  return [...trimmed(byRules, spans, roles, reading), ...placed, ...byForm(spans, kind, reading), ...byThemselves]
}

/** SPECIMEN across a page stands where a name might: only a label makes a name of it. */
const isMark = ({ name, value }: Candidate, words: readonly string[]): boolean =>
  name.includes('name') && words.some((word) => fold(word) === fold(value))

function byLayout({ spans, kind, reading }: FieldPage, labelled: () => Candidate[]): Candidate[] {
  switch (kind.model?.layout) {
    case 'eu-driving-licence':
      return kind.side === 'BACK' ? byCategory(spans, reading) : byNumber(spans, reading)
    case 'aamva-licence': {
      const abbreviated = byAamvaLabel(spans, reading)
      return abbreviated.length >= MIN_ABBREVIATED ? abbreviated : [...abbreviated, ...labelled()]
    }
    default:
      return [...labelled(), ...likeEurope(spans, kind, reading)]
  }
}

/** With fewer abbreviations the card is none of the standard's, and has its labels in full: a passport card, a federal card. */
const MIN_ABBREVIATED = 4

/** Vienna Convention on Road Traffic, annex 6: the numbers are the same outside Europe. */
function likeEurope(spans: readonly Span[], { type, side }: Classification, reading: Reading): Candidate[] {
  if (type !== 'DRIVER_LICENSE') return []
  if (side === 'BACK') return byCategory(spans, reading)
  return isNumbered(spans) ? byNumber(spans, reading) : []
}
