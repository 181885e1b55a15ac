/** The specification's operating point for scores of a model: above 50 is live, a match, an original (2.8). */
export const OPERATING_POINT = 50

/**
 * Between the operating point and this score a document is neither refused nor approved. Chosen on four types, of which
 * 19 of 20 genuine pictures score higher; see decision 101.
 */
export const CLEARLY_GENUINE = 95
