/** The moves of a challenge: each goes out and back to the start. Sides are the person's own. */
export const CHALLENGE_MOVES = ['LEFT', 'RIGHT', 'NEARER', 'BACK'] as const
export type ChallengeMove = (typeof CHALLENGE_MOVES)[number]
