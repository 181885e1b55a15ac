import type { SessionPart } from '../../kernel/session/session-part.ts'

/** A session that was opened by a sign-in tells the person who asks for what. */
export const signInPart: SessionPart = {
  showOnPage: ({ signIn }) =>
    signIn
      ? {
          signIn: {
            to: signIn.to,
            claims: signIn.claims,
            cancelUrl: `${signIn.returnUrl}?cancel=1`,
            ...(signIn.logoUrl && { logoUrl: signIn.logoUrl }),
          },
        }
      : {},
}
