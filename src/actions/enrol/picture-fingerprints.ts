import type { Session } from '../../domain/session.ts'
import type { SessionEffects } from '../ports/sessions.ts'

/** What pictures are recognised by when they are sent again. Nothing is kept of whoever is asked for their age alone. */
export const fingerprintsOf = (
  { flow }: Pick<Session, 'flow'>,
  pictures: NonNullable<SessionEffects['pictures']>,
): Pick<SessionEffects, 'pictures'> => (flow?.kind === 'age' ? {} : { pictures })
