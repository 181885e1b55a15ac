import barcodes from 'bwip-js/node'
import sharp from 'sharp'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { LEVELS, photograph } from '../../../packages/specimen/src/photograph/photograph.ts'
import { random } from '../../../packages/specimen/src/random.ts'
import type { Quad } from '../../../src/vision/picture/quad.ts'

/** A photographed document with a code on it. */
interface PhotographedCode {
  symbology: string
  text: string
  jpeg: Uint8Array
  /** The document's corners in the photograph, that of its top left first. */
  quad: Quad
}

/** Aspect ratio of the space for a code. */
const SYMBOLOGIES = {
  qrcode: { ratio: 1, lengths: [5, 17, 60, 180] },
  datamatrix: { ratio: 1, lengths: [5, 17, 60, 120] },
  azteccode: { ratio: 1, lengths: [5, 17, 60, 180] },
  code128: { ratio: 3.5, lengths: [4, 10, 17, 24] },
  pdf417: { ratio: 3, lengths: [5, 30, 100, 250] },
}
const NAMES = Object.keys(SYMBOLOGIES) as (keyof typeof SYMBOLOGIES)[]
const CARDS = ['td1', 'td2', 'td3'] as const

/** The code of a number: symbologies in turn, everything else at random. */
export async function photographedCode(number: number): Promise<PhotographedCode> {
  const source = random(`barcodes/${number}`)
  const symbology = NAMES[number % NAMES.length] as keyof typeof SYMBOLOGIES
  const { ratio, lengths } = SYMBOLOGIES[symbology]
  const length = source.pick(lengths)
  const text = Array.from({ length }, () => source.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'])).join('')
  const { front } = await drawSpecimen({ kind: source.pick(CARDS), seed: number })
  const { width = 0, height = 0 } = await sharp(front).metadata()
  const code = await barcodes.toBuffer({ bcid: symbology, text, scale: 8, padding: 8, backgroundcolor: 'ffffff' })
  const tall = height * source.between(0.14, 0.5)
  const room = { width: Math.round(Math.min(0.6 * width, tall * ratio)), height: Math.round(tall) }
  const input = await sharp(code)
    .resize({ ...room, fit: ratio > 1 ? 'fill' : 'inside' })
    .png()
    .toBuffer()
  const left = Math.round(source.between(0.02, 0.38) * width)
  const top = Math.round(source.between(0.02, 0.45) * height)
  const page = await sharp(front).composite([{ input, left, top }]).png().toBuffer()
  const { jpeg, quad } = await photograph(page, { seed: number, level: source.pick(LEVELS), turn: 'any' })
  return { symbology, text, jpeg, quad }
}
