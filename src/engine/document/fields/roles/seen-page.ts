import type { MrzReading } from '../../../../domain/document/document.ts'
import { inOurDigits } from '../../../../domain/text/transliterate.ts'
import type { Box } from '../../../picture/box.ts'
import type { Size } from '../../../picture/picture.ts'
import type { TextLine } from '../../../text/read-text.ts'
import type { SaidByMrz, SeenLine, SeenPage } from './features.ts'

/** A page as the net sees it: every length in widths of the page. */
export function seenPage(
  lines: readonly TextLine[],
  { width, height }: Size,
  today: string,
  face?: Box,
  mrz?: { box: Box; reading: MrzReading },
): [SeenLine[], SeenPage] {
  const scaled = (box: Box): Box => ({
    x: box.x / width,
    y: box.y / width,
    width: box.width / width,
    height: box.height / width,
  })
  // It learnt with our figures.
  const seen = lines.map(({ text, confidence, box }) => ({ text: inOurDigits(text), confidence, box: scaled(box) }))
  return [
    seen,
    {
      height: height / width,
      today,
      ...(face ? { face: scaled(face) } : {}),
      ...(mrz ? { mrz: { top: mrz.box.y / width, said: saidBy(mrz.reading) } } : {}),
    },
  ]
}

function saidBy({ fields, dateOfBirth, dateOfExpiry }: MrzReading): SaidByMrz {
  const short = (date: string | undefined) => date?.replaceAll('-', '').slice(2) ?? ''
  return {
    surname: fields.primary_identifier ?? '',
    given_name: fields.secondary_identifier ?? '',
    document_number: fields.document_number ?? '',
    personal_number: fields.personal_number_or_optional_data ?? '',
    nationality: fields.nationality ?? '',
    birth: short(dateOfBirth),
    expiry: short(dateOfExpiry),
  }
}
