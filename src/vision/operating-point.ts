/** The specification's operating point for scores of a model: above 50 is live, a match, an original (2.8). */
export const OPERATING_POINT = 50
