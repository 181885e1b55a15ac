/** A face template. Two templates can be compared only by a recogniser that both were made with. */
export interface FaceTemplate {
  /** Checksum of the recogniser, or of several joined ones, separated by a plus. */
  model: string
  values: number[]
  /** Cosine → score 0..100, as measured for this model; linear in between, ascending. */
  curve: [cosine: number, score: number][]
  /** The joined recognisers, in the order of their numbers. Absent if there is only one. */
  parts?: TemplatePart[]
}

/**
 * The result of one of several recognisers: its share of the template's numbers, which can also be compared on its own.
 */
export interface TemplatePart {
  model: string
  length: number
  curve: [cosine: number, score: number][]
}

/**
 * A fingerprint of a face in a photograph: small, straightened and normalised. It distinguishes photographs, not
 * people.
 */
export interface PhotographFingerprint {
  /** The way it was made; fingerprints made in different ways cannot be compared. */
  kind: string
  /** Whole numbers −127…127 as Base64. */
  values: string
}
