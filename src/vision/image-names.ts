export const DOCUMENT_IMAGES = [
  'primary_face',
  'signature',
  'fingerprint',
  'barcode',
  'seal',
  'original_normalized_FRONT',
  'original_FRONT',
  'original_normalized_BACK',
  'original_BACK',
] as const
export type DocumentImageName = (typeof DOCUMENT_IMAGES)[number]

export const FACE_IMAGES = ['face_original', 'face_cropped'] as const
export type FaceImageName = (typeof FACE_IMAGES)[number]

/** Pictures that the service makes for its reviewers; integrators do not get them. */
export const REVIEW_IMAGES = ['authenticity_FRONT', 'authenticity_BACK'] as const
export type ReviewImageName = (typeof REVIEW_IMAGES)[number]

/** Frames of the challenge in their order, also only for reviewers. */
export const CHALLENGE_IMAGES = ['challenge_1', 'challenge_2', 'challenge_3', 'challenge_4', 'challenge_5'] as const
export type ChallengeImageName = (typeof CHALLENGE_IMAGES)[number]
