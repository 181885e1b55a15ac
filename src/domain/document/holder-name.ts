import type { Session } from '../session.ts'
import type { VisualFieldName } from '../vocabulary.ts'

/** The name to call a case by, as the document prints it, else as its MRZ or a credential states it. Absent where none was read. */
export function holderName({ document, credential }: Pick<Session, 'document' | 'credential'>): string | undefined {
  for (const { visual, mrz } of document?.pages ?? []) {
    const printed = (wanted: VisualFieldName) => visual.find(({ name }) => name === wanted)?.value
    const name =
      together(printed('given_name'), printed('surname')) ??
      printed('surname_and_given_names') ??
      together(mrz?.fields.secondary_identifier, mrz?.fields.primary_identifier)
    if (name) return name
  }
  return together(credential?.claims.given_name, credential?.claims.family_name)
}

const together = (...names: (string | undefined)[]): string | undefined => names.filter(Boolean).join(' ') || undefined
