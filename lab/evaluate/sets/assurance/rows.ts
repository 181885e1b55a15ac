import type { Kind } from '../../../../packages/specimen/src/issue/truth.ts'
import type { Attack } from '../../../../packages/specimen/src/photograph/attacks.ts'
import type { PhotographOptions } from '../../../../packages/specimen/src/photograph/photograph.ts'

/** The sessions of a row. A row `of` another sends the pictures that were accepted there. */
export interface Row {
  isGenuine?: true
  isApart?: true
  level?: NonNullable<PhotographOptions['level']>
  kinds?: readonly Kind[]
  issuers?: readonly string[]
  /** What is in front of the camera; the document itself if absent. */
  shown?: Attack | 'fine-screen' | 'photo-paper'
  /** What was changed in the picture, or on the document before it was photographed. */
  change?: 'portrait' | 'value and MRZ' | 'portrait glued over'
  of?: string
  /**
   * Without a film of the document: its pictures are files chosen on the page, or everything comes through the API,
   * without a challenge.
   */
  sent?: 'file' | 'api'
  selfie?: 'own' | 'of another person' | 'web photograph'
  /** How the challenge is answered; by a head that follows the instructions if absent. */
  challenge?: readonly ChallengePlay[]
  chip?: 'genuine' | 'forged'
  taught?: 'genuine' | 'imitation'
}

export type ChallengePlay =
  | 'genuine'
  | 'still'
  | 'moved'
  | 'tilted'
  | 'warped'
  | 'mask'
  | 'bent'
  | 'looped'
  | 'otherDraw'
  | 'cut'
  | 'twice'
  | 'shuffled'
  | 'wrongTime'

/** Layouts of the generator that nets were trained with. */
export const ISSUERS = ['DEU', 'FRA', 'ESP', 'SWE', 'CZE', 'POL', 'ROU', 'HUN', 'EST', 'SVK'] as const
const ISSUERS_APART = ['AUT', 'BEL', 'FIN', 'IRL'] as const
/** Issuers without an identity card. */
export const WITHOUT_CARD: readonly string[] = ['IRL']
export const KINDS = ['td3', 'td1', 'us-licence'] as const satisfies Kind[]
const WITH_MRZ = ['td3', 'td1'] as const satisfies Kind[]

export const ROWS: Record<string, Row> = {
  easy: { isGenuine: true, level: 'easy' },
  'easy, other issuers': { isGenuine: true, isApart: true, level: 'easy', issuers: ISSUERS_APART, kinds: WITH_MRZ },
  ordinary: { isGenuine: true },
  'ordinary, other issuers': { isGenuine: true, isApart: true, issuers: ISSUERS_APART, kinds: WITH_MRZ },
  bad: { isGenuine: true, level: 'hard' },
  'licence without MRZ or barcode': { isGenuine: true, kinds: ['eu-licence'] },
  'with its chip': { isGenuine: true, of: 'ordinary', chip: 'genuine' },
  'taught document': { isGenuine: true, taught: 'genuine' },

  'drawn and photographed': { of: 'ordinary' },
  'drawn, other issuers': { of: 'ordinary, other issuers', isApart: true },
  'printed and photographed': { shown: 'print' },
  'printed on photo paper': { shown: 'photo-paper', isApart: true },
  screen: { shown: 'screen' },
  'screen with fine pixels': { shown: 'fine-screen', isApart: true },
  'portrait replaced in the file': { change: 'portrait', kinds: WITH_MRZ },
  'portrait glued over': { change: 'portrait glued over', isApart: true, kinds: WITH_MRZ },
  'values changed, check digits right': { change: 'value and MRZ', kinds: WITH_MRZ },
  'stolen pictures': { of: 'ordinary', challenge: ['still', 'moved', 'tilted', 'warped'] },
  'web photograph as selfie': { selfie: 'web photograph', challenge: ['tilted', 'bent', 'mask', 'moved'] },
  // From a set other than the selfies, which have no names and may show one person twice.
  'borrowed document': { of: 'web photograph as selfie', selfie: 'of another person' },
  'injected film': { of: 'ordinary', challenge: ['otherDraw', 'looped', 'cut', 'twice', 'shuffled', 'wrongTime'] },
  'imitation of a taught document': { taught: 'imitation' },
  'forged chip': { of: 'ordinary', chip: 'forged' },

  'values changed, sent as a file': { of: 'values changed, check digits right', sent: 'file' },
  'drawn, other issuers, sent as a file': { of: 'ordinary, other issuers', isApart: true, sent: 'file' },
  'portrait glued over, sent as a file': { of: 'portrait glued over', isApart: true, sent: 'file' },
  'values changed, over the API': { of: 'values changed, check digits right', sent: 'api' },
  'web photograph, over the API': { of: 'web photograph as selfie', selfie: 'web photograph', sent: 'api' },
  'stolen pictures, other issuers, over the API': { of: 'ordinary, other issuers', isApart: true, sent: 'api' },
}
