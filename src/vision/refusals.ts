export const DOCUMENT_REFUSALS = [
  'DOCUMENT_NOT_RECOGNIZED',
  'FACE_QUALITY_LOW',
  'INTERNAL_ERROR',
  'SESSION_ALREADY_COMPLETED',
  'WRONG_SIDE',
] as const
export type DocumentRefusal = (typeof DOCUMENT_REFUSALS)[number]

/** INTERNAL_ERROR is our addition: the specification lists it only for documents. */
export const FACE_REFUSALS = [
  'FACE_ANGLE_TOO_LARGE',
  'FACE_CLOSE_TO_BORDER',
  'FACE_CROPPED',
  'FACE_IS_OCCLUDED',
  'FACE_NOT_FOUND',
  'FACE_TOO_CLOSE',
  'FACE_TOO_SMALL',
  'SESSION_ALREADY_COMPLETED',
  'TOO_MANY_FACES',
  'INTERNAL_ERROR',
] as const
export type FaceRefusal = (typeof FACE_REFUSALS)[number]
