/*
 * Closed lists that have no file of their own yet, in the spelling of the specification. No other code spells these
 * words out again.
 */

/** What may settle a session that lacks only a proof, before it goes to a reviewer. */
export const STEP_UPS = ['chip', 'wallet', 'picture'] as const
export type StepUp = (typeof STEP_UPS)[number]

/** Why pictures of a session cannot teach a document. */
export const TEACHING_OBSTACLES = ['REJECTED', 'NOT_APPROVED', 'DOUBTED', 'NOT_COMPARED', 'TAUGHT'] as const
export type TeachingObstacle = (typeof TEACHING_OBSTACLES)[number]

/** A reviewer's answer about two sessions: one person, two who look alike (twins), or two who do not. */
export const PAIR_ANSWERS = ['same', 'alike', 'other'] as const
export type PairAnswerWord = (typeof PAIR_ANSWERS)[number]

/** What two sessions have in common. */
export const PAIR_REASONS = ['documentNumber', 'face', 'documentPicture'] as const
export type PairReason = (typeof PAIR_REASONS)[number]

/** When a tenant's face step asks for a challenge. */
export const CHALLENGE_SETTINGS = ['off', 'risk', 'always'] as const
export type ChallengeSetting = (typeof CHALLENGE_SETTINGS)[number]

/** How many strangers there are per one who is mistaken for a returning person; the first is the default. */
export const STRANGERS = [10_000, 100_000] as const
export type Strangers = (typeof STRANGERS)[number]

/** The share of people just below an age limit who may be accepted as old enough; the first is the default. */
export const MINORS_ACCEPTED = ['1%', '0.1%'] as const
export type MinorsAccepted = (typeof MINORS_ACCEPTED)[number]

/** The supported age limits: the errors for people just below them were measured. */
export const LEAST_AGE = 13

export const MOST_AGE = 25

export const AGE_ANSWERS = ['YES', 'NO', 'UNSURE'] as const
export type AgeAnswerWord = (typeof AGE_ANSWERS)[number]

/** What happens with a card or page of which nothing says who issued it: a reviewer looks, or it is refused. */
export const UNNAMED_DOCUMENTS = ['review', 'refuse'] as const

/** Whether the chip of a document is accepted: never, if it comes, in place of the picture, or always required. */
export const CHIP_SETTINGS = ['off', 'optional', 'instead', 'required'] as const

/** Whether signed barcodes are verified. Required: if none was read, a person looks. */
export const SEAL_SETTINGS = ['off', 'optional', 'required'] as const

export const CHIP_REFUSALS = ['CHIP_UNREADABLE', 'CHIP_ALTERED', 'SESSION_ALREADY_COMPLETED', 'INTERNAL_ERROR'] as const
export type ChipRefusal = (typeof CHIP_REFUSALS)[number]

/** Whether a wallet's credential is accepted: never, in addition to the document, or in place of its picture. */
export const WALLET_SETTINGS = ['off', 'optional', 'instead'] as const

/** What happens if a credential replaces the document and has no portrait to compare the selfie with. */
export const WITHOUT_PORTRAIT = ['refer', 'accept'] as const

export const CREDENTIAL_REFUSALS = [
  'CREDENTIAL_UNREADABLE',
  'CREDENTIAL_ALTERED',
  'CREDENTIAL_NOT_ACCEPTED',
  'CREDENTIAL_NOT_BOUND',
  'CREDENTIAL_EXPIRED',
  'CREDENTIAL_NOT_YET_VALID',
  'CREDENTIAL_REVOKED',
  'WALLET_DECLINED',
  'WALLET_REQUEST_OVER',
  'SESSION_ALREADY_COMPLETED',
  'INTERNAL_ERROR',
] as const
export type CredentialRefusal = (typeof CREDENTIAL_REFUSALS)[number]
