/** One thing that supports or contradicts that two are the same person. */
export interface MatchFeature {
  feature: 'name' | 'weakAlias' | 'commonName' | 'birthDate' | 'country' | 'sex' | 'identifier' | 'face'
  /** What it adds to the score, from -1 to 1. */
  points: number
  /** In one sentence: what was compared with what. */
  detail: string
}

/** How well a person and an entry go together, and why. */
export interface Match {
  /** 0..1, rounded to thousandths. */
  score: number
  features: MatchFeature[]
  /** The person's name and the entry's that agree best. */
  name: { person: string; entry: string }
}
