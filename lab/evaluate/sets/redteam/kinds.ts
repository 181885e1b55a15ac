import type { Fault } from '../../../../packages/specimen/src/issue/truth.ts'
import type { Attack } from '../../../../packages/specimen/src/photograph/attacks.ts'
import type { Mode } from '../../../../src/kernel/session/session-words.ts'

/** One way to fool the service. Absent parts are genuine. */
export interface Trick {
  /** How the document is shown. */
  document: 'photographed' | 'file' | Attack
  fault?: Fault
  /** What was changed in the photograph afterwards, and how well. */
  edit?: { of: 'portrait' | 'value' | 'value and MRZ'; blended: boolean }
  /** What was sent as the selfie. */
  selfie: 'person' | 'other photograph' | 'same photograph' | 'cut from the document'
  /** Everything was sent before, in an earlier session. */
  sentBefore?: boolean
}

/** At least thirty of each kind, so that a single approval shows. */
const N = 30

export const TRICKS = {
  'drawn and photographed': { document: 'photographed', selfie: 'person' },
  'digital file': { document: 'file', selfie: 'person' },
  'portrait replaced': { document: 'photographed', edit: { of: 'portrait', blended: false }, selfie: 'person' },
  'portrait replaced and blended': {
    document: 'photographed',
    edit: { of: 'portrait', blended: true },
    selfie: 'person',
  },
  'printed value changed': { document: 'photographed', edit: { of: 'value', blended: false }, selfie: 'person' },
  'value and MRZ changed': { document: 'photographed', edit: { of: 'value and MRZ', blended: true }, selfie: 'person' },
  'web photograph as selfie': { document: 'photographed', selfie: 'other photograph' },
  'selfie is the portrait': { document: 'photographed', selfie: 'same photograph' },
  'selfie cut from the document': { document: 'photographed', selfie: 'cut from the document' },
  'sent again': { document: 'photographed', selfie: 'person', sentBefore: true },
  'grey copy': { document: 'grey-copy', selfie: 'person' },
  'colour copy': { document: 'colour-copy', selfie: 'person' },
  screen: { document: 'screen', selfie: 'person' },
  expired: { document: 'photographed', fault: 'expired', selfie: 'person' },
} as const satisfies Record<string, Trick>

export type TrickName = keyof typeof TRICKS

export interface Planned {
  trick: TrickName
  number: number
  mode: Mode
}

/**
 * What a person sends who tries the service: a drawn and photographed document, and themselves in front of the camera.
 */
const HONEST = 'drawn and photographed' satisfies TrickName

/**
 * Attacks are live; in test mode a drawn document is accepted. Mixed so that any part of the list has its share of
 * every kind.
 */
export function planTricks(): Planned[] {
  const names = Object.keys(TRICKS) as TrickName[]
  return Array.from({ length: N }, (_, number): Planned[] => [
    ...names.map((trick) => ({ trick, number, mode: 'live' as const })),
    { trick: HONEST, number, mode: 'test' },
  ]).flat()
}
