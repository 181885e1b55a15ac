/** The least score, of 100, that makes a hit where a tenant sets none; measured in docs/screening.md. */
export const DEFAULT_THRESHOLD = 95
