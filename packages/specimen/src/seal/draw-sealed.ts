import barcodes from 'bwip-js/node'
import sharp from 'sharp'
import type { SealKind } from '../../../../src/features/seal/seal-reading.ts'
import { drawSpecimen, type SpecimenOptions } from '../draw/draw-specimen.ts'
import { formatMrz } from '../draw/format-mrz.ts'
import type { Kind, Truth } from '../issue/truth.ts'
import {
  type SealAuthority,
  type SealPerson,
  signAadhaar,
  signClaim169,
  signIdb,
  signTwoDDoc,
  signVds,
  signVdsNc,
} from './sign-seal.ts'

type Symbology = 'datamatrix' | 'azteccode' | 'qrcode'

interface Place {
  kind: Kind
  side: 'front' | 'back'
  /** Width of the document in millimetres. */
  width: number
  /** The top left corner of the code, in millimetres. */
  at: { x: number; y: number }
}

const VISA: Place = { kind: 'mrva', side: 'front', width: 120, at: { x: 94, y: 34 } }
const CARD: Place = { kind: 'td2', side: 'front', width: 105, at: { x: 82, y: 16 } }
const CARD_BACK: Place = { kind: 'td2', side: 'back', width: 105, at: { x: 70, y: 12 } }
const PASSPORT: Place = { kind: 'td3', side: 'front', width: 125, at: { x: 102, y: 21 } }

/** The position of each kind, and its code symbologies. */
export const SEALED: Record<SealKind, { place: Place; codes: readonly Symbology[] }> = {
  VDS: { place: VISA, codes: ['datamatrix', 'azteccode'] },
  IDB: { place: PASSPORT, codes: ['datamatrix', 'azteccode', 'qrcode'] },
  VDS_NC: { place: CARD_BACK, codes: ['qrcode'] },
  CLAIM_169: { place: CARD, codes: ['qrcode'] },
  AADHAAR: { place: CARD, codes: ['qrcode'] },
  '2D_DOC': { place: CARD_BACK, codes: ['datamatrix'] },
}

interface SealedOptions extends Pick<SpecimenOptions, 'seed' | 'today' | 'portrait' | 'person'> {
  seal: SealKind
  authority: SealAuthority
  symbology?: Symbology
  /** In the seal, if its kind has space for one. */
  sealPortrait?: Uint8Array
  /** The content of the seal if it differs from the print. */
  says?: Partial<SealPerson>
  /** The code of another document is copied onto this one. */
  code?: Uint8Array
  /** Side of the code in millimetres. */
  side?: number
}

export interface Sealed {
  /** JPEG of the side with the code. */
  picture: Uint8Array
  /** The front, if the code is on the back. */
  front: Uint8Array
  /** The content of the code. */
  code: Uint8Array
  truth: Truth
  /** Millimetres. */
  width: number
}

/** A specimen of a document with a signed barcode of 20 mm on it. The same options give the same picture. */
export async function drawSealed(options: SealedOptions): Promise<Sealed> {
  const { seal, authority, side = 20, sealPortrait } = options
  const { place, codes } = SEALED[seal]
  const { front, back, truth } = await drawSpecimen({ kind: place.kind, ...options })
  const person = { ...personOf(truth), ...(sealPortrait && { portrait: sealPortrait }), ...options.says }
  const code = options.code ?? signSeal(seal, person, authority)
  const page = place.side === 'front' ? front : (back ?? front)
  const { width = 0 } = await sharp(page).metadata()
  // At twice the resolution of other documents: a camera at 20 cm resolves more than they have.
  const perMm = (2 * width) / place.width
  const input = await drawCode(code, options.symbology ?? codes[0] ?? 'qrcode', Math.round(side * perMm))
  const [left, top] = [Math.round(place.at.x * perMm), Math.round(place.at.y * perMm)]
  const large = await sharp(page)
    .resize({ width: 2 * width })
    .toBuffer()
  const picture = await sharp(large).composite([{ input, left, top }]).jpeg({ quality: 95 }).toBuffer()
  return { picture, front: place.side === 'front' ? picture : front, code, truth, width: place.width }
}

/** Signs the data of a person's document in one of the kinds. */
export function signSeal(kind: SealKind, person: SealPerson, by: SealAuthority): Uint8Array {
  if (kind === 'VDS') return signVds(person, by.signer)
  if (kind === 'IDB') return signIdb(person, by.signer)
  if (kind === 'VDS_NC') return signVdsNc(person, by.signer)
  if (kind === 'CLAIM_169') return signClaim169(person, by)
  return kind === 'AADHAAR' ? signAadhaar(person, by.rsa) : signTwoDDoc(person, by.french)
}

/** The holder of a specimen, as its seal states it. */
export function personOf({ holder, documentNumber, dateOfExpiry }: Truth): SealPerson {
  const { dateOfBirth, sex, nationality } = holder
  // Seals write names in plain letters.
  const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const [surname, givenNames] = [plain(holder.surname), plain(holder.givenNames)]
  const mrz = formatMrz({
    type: 'TD2',
    documentCode: 'AR',
    issuer: 'UTO',
    primaryIdentifier: surname,
    secondaryIdentifier: givenNames,
    nationality,
    documentNumber,
    dateOfBirth,
    dateOfExpiry,
    sex,
  })
  return { surname, givenNames, dateOfBirth, sex, documentNumber, mrz }
}

/** A code with its quiet zone, as a square of this side. Bytes are encoded unchanged. */
async function drawCode(content: Uint8Array, symbology: Symbology, side: number): Promise<Buffer> {
  const drawn = await barcodes.toBuffer({
    bcid: symbology,
    text: Buffer.from(content).toString('latin1'),
    binarytext: true,
    scale: 8,
    padding: 4,
    backgroundcolor: 'ffffff',
    ...(symbology === 'qrcode' && { eclevel: 'L' }),
  })
  return sharp(drawn).resize({ width: side, height: side, fit: 'fill' }).png().toBuffer()
}
