import type { Session } from '../../domain/session.ts'

/** The first accepted picture makes a session valid for so many days from its creation; never for less than it was. */
export function extendValidity(session: Session, days: number): Session {
  const extended = new Date(session.createdAt.getTime() + days * 86_400_000)
  return extended > session.expiresAt ? { ...session, expiresAt: extended } : session
}
