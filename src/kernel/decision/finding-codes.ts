/** What can speak against a session, the most incriminating first. */
export const FINDING_CODES = [
  'ALTERED_PROOF',
  'SPECIMEN',
  'WRONG_PERSON',
  'CONTRADICTION',
  'OTHER_SESSION',
  'LIST_HIT',
  'EDITED',
  'COPY',
] as const
export type FindingCode = (typeof FINDING_CODES)[number]

/** Those that a reviewer who approves in live mode must name. A face that differs is a contradiction between sources. */
export const AGAINST_CODES = [
  'ALTERED_PROOF',
  'SPECIMEN',
  'WRONG_PERSON',
  'CONTRADICTION',
  'OTHER_SESSION',
  'LIST_HIT',
] as const satisfies readonly FindingCode[]
export type AgainstCode = (typeof AGAINST_CODES)[number]

export const isAgainst = (code: FindingCode): code is AgainstCode =>
  (AGAINST_CODES as readonly FindingCode[]).includes(code)

/** Those that a second reviewer confirms. */
const CONFIRMED: readonly AgainstCode[] = ['SPECIMEN', 'ALTERED_PROOF']

export const wantsConfirmation = (codes: readonly AgainstCode[]): boolean =>
  codes.some((code) => CONFIRMED.includes(code))
