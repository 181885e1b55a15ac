/** Why a reviewer wants another picture: each reason has a sentence for the person in every language. */
export const NEW_PICTURE_REASONS = [
  'BLURRED',
  'GLARE',
  'CUT_OFF',
  'TOO_DARK',
  'COVERED',
  'NOT_THE_ORIGINAL',
  'OTHER_DOCUMENT',
  'OTHER',
] as const

/** Reasons that apply only to documents: a selfie has no corners, no foil and no number. */
export const DOCUMENT_PICTURE_REASONS: readonly NewPictureReason[] = ['GLARE', 'CUT_OFF', 'OTHER_DOCUMENT']
export type NewPictureReason = (typeof NEW_PICTURE_REASONS)[number]

/** Why a reviewer rejects; a tenant may add reasons of its own. */
export const REJECTION_TEXTS = {
  ALTERED: 'The document was altered.',
  NOT_THE_HOLDER: 'The person is not the holder of the document.',
  COPY_OR_SCREEN: 'A copy or a screen, not the document itself.',
  NOT_GENUINE: 'Not a genuine document.',
  OUT_OF_DATE: 'The document is no longer valid.',
  POOR_PICTURES: 'The pictures are too poor to decide.',
  DUPLICATE: 'Duplicate person or document.',
  OTHER: 'Another reason, in words.',
} as const
export type RejectionReason = keyof typeof REJECTION_TEXTS

export const REJECTION_REASONS = Object.keys(REJECTION_TEXTS) as RejectionReason[]

/** What reviewers do to a case, each recorded with name, time and reason. */
export const REVIEW_ACTS = ['approve', 'reject', 'escalate', 'new-picture', 'note', 'undo'] as const
export type ReviewAct = (typeof REVIEW_ACTS)[number]

/** Which verdicts need two reviewers who agree. */
export const FOUR_EYES = ['off', 'approvals', 'always'] as const
export type FourEyes = (typeof FOUR_EYES)[number]

/** Who approves against a specimen or an altered proof in live mode: a second reviewer confirms, or one does it alone. */
export const CONFIRM_AGAINST = ['second', 'alone'] as const
