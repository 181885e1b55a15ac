import { drawSpecimen } from '../../lab/specimen/draw/draw-specimen.ts'
import type { Fault, Kind } from '../../lab/specimen/issue/truth.ts'
import { type Attack, attack } from '../../lab/specimen/photograph/attacks.ts'
import { photograph } from '../../lab/specimen/photograph/photograph.ts'
import type { FactorName } from '../../src/domain/decision/factors/index.ts'
import type { Level, Status } from '../../src/domain/vocabulary.ts'
import { documentPortrait, type FaceName, facePicture } from '../support/faces.ts'

/** A story told with pictures, and how it must end. docs/trust-factors.md tells the same. */
export interface Example {
  name: string
  kind: Kind
  faults?: Fault[]
  /** A reproduction instead of the document. */
  attack?: Attack
  /** Who takes the selfie; the document shows A1, and A2 is another picture of the same person. */
  selfie?: FaceName
  /** The ways it may end. */
  ends: Status[]
  /** The factors that must say so, each with the levels it may have. */
  because: Partial<Record<FactorName, Level[]>>
  reason?: RegExp
}

export const EXAMPLES: Example[] = [
  {
    name: 'a genuine passport',
    kind: 'td3',
    ends: ['AUTO_APPROVED'],
    because: {
      dateOfExpiration: ['HIGH'],
      faceVerification: ['HIGH'],
      mrzOcrCrossCheck: ['HIGH'],
      barcodeOcrCrossCheck: ['UNAVAILABLE'],
      overallOcrFieldsConfidence: ['HIGH'],
      passiveLiveness: ['HIGH'],
      mrzValidity: ['HIGH'],
      documentConsistency: ['HIGH'],
    },
  },
  {
    name: 'a genuine identity card, both sides',
    kind: 'td1',
    ends: ['AUTO_APPROVED'],
    because: { mrzOcrCrossCheck: ['HIGH'], mrzValidity: ['HIGH'], faceVerification: ['HIGH'] },
  },
  {
    name: 'an expired passport',
    kind: 'td3',
    faults: ['expired'],
    ends: ['AUTO_REJECTED'],
    because: { dateOfExpiration: ['LOW'] },
    reason: /The document expired on/,
  },
  {
    name: 'the passport of somebody else',
    kind: 'td3',
    selfie: 'B',
    ends: ['AUTO_REJECTED'],
    because: { faceVerification: ['LOW'] },
    reason: /does not match the portrait/,
  },
  {
    name: 'one digit changed in the visual zone',
    kind: 'td3',
    faults: ['visual-digit'],
    ends: ['WAITING_FOR_MANUAL_APPROVE'],
    because: { mrzOcrCrossCheck: ['MEDIUM'] },
    reason: /The visual zone and the MRZ differ in/,
  },
  {
    name: 'a wrong check digit',
    kind: 'td3',
    faults: ['wrong-check-digit'],
    // A reader that is sure of the characters rejects, one that is not leaves it to a person.
    ends: ['AUTO_REJECTED', 'WAITING_FOR_MANUAL_APPROVE'],
    because: { mrzValidity: ['LOW', 'MEDIUM'] },
    reason: /The check digit of .* is wrong/,
  },
  {
    name: 'the barcode of another person',
    kind: 'us-licence',
    faults: ['other-barcode'],
    ends: ['AUTO_REJECTED'],
    because: { barcodeOcrCrossCheck: ['LOW'], mrzOcrCrossCheck: ['UNAVAILABLE'], mrzValidity: ['UNAVAILABLE'] },
    reason: /The visual zone and the barcode differ in surname, given name, document number/,
  },
  {
    name: 'no MRZ where one belongs',
    kind: 'td3',
    faults: ['no-mrz'],
    ends: ['WAITING_FOR_MANUAL_APPROVE'],
    because: { mrzValidity: ['UNKNOWN'], mrzOcrCrossCheck: ['UNKNOWN'] },
    reason: /The MRZ of this document could not be read/,
  },
  {
    name: 'a grey copy',
    kind: 'td3',
    attack: 'grey-copy',
    ends: ['WAITING_FOR_MANUAL_APPROVE'],
    because: { documentLiveness: ['LOW'] },
    reason: /not like an original/,
  },
  {
    name: 'a passport on a screen',
    kind: 'td3',
    attack: 'screen',
    // The pattern of a display can spoil the portrait too: then the faces do not match, and that rejects.
    ends: ['AUTO_REJECTED', 'WAITING_FOR_MANUAL_APPROVE'],
    because: { documentLiveness: ['LOW'] },
    reason: /not like an original/,
  },
]

/** The pictures a phone would take. */
export async function picturesOf(example: Example): Promise<{ pages: Uint8Array[]; selfie: Uint8Array }> {
  const portrait = await documentPortrait('A1')
  const { name: seed, kind, faults = [] } = example
  const { front, back } = await drawSpecimen({ kind, seed, sex: 'F', faults, portrait: { picture: portrait.jpeg } })
  const pages: Uint8Array[] = []
  for (const side of back ? [front, back] : [front]) {
    const options = { level: 'easy', seed } as const
    const taken = await (example.attack ? attack(example.attack, side, options) : photograph(side, options))
    pages.push(taken.jpeg)
  }
  return { pages, selfie: (await facePicture(example.selfie ?? 'A2')).jpeg }
}
