import { decode } from '../../picture/decode.ts'
import type { ModelContent } from '../model.ts'
import { compareCells, GRAIN, type OwnMasks } from './cells.ts'
import { inkOf } from './difference.ts'
import { COLOURED, type MeasuredPrint, measurePrint } from './measure-print.ts'
import { masksOf, type OpenReference, pictureCells } from './reference.ts'
import { windowGrid } from './windows.ts'

/** A model taught by version 0.2 only has a small print: that is used as its reference, and cannot approve anything. */
export async function openReference(content: ModelContent): Promise<OpenReference> {
  const { reference, zones, print } = content
  const picture = await decode(Buffer.from((reference ?? print).picture, 'base64'))
  const measured = measurePrint(picture)
  const masks = masksOf(content, measured.bands)
  const pictures = pictureCells(zones, picture)
  if (!reference) return { ...measured, masks, pictures, ...ofPrintAlone(measured, masks, pictures) }
  const confirmed = reference.firm === undefined ? undefined : Buffer.from(reference.firm, 'base64')
  const { columns, rows } = windowGrid(picture)
  return {
    ...measured,
    masks,
    pictures,
    power: Float32Array.from(int16(reference.power), (value) => value / POWER_STEPS),
    colours: Float32Array.from(Buffer.from(reference.colours, 'base64')),
    ...(confirmed?.length === columns * rows && { confirmed: Uint8Array.from(confirmed) }),
    kept: reference,
  }
}

/** Assumes that all genuine ones show what the single picture shows. */
function ofPrintAlone(
  measured: MeasuredPrint,
  masks: OwnMasks,
  pictures: Uint8Array,
): Pick<OpenReference, 'power' | 'colours' | 'kept'> {
  const { page } = compareCells(measured.bands, masks, measured.bands)
  return {
    power: page.map((power) => Math.log(power + GRAIN)),
    colours: measured.colours.map((sum) => sum / COLOURED),
    kept: { ink: inkOf(measured, pictures) ?? [], lines: [] },
  }
}

/** The stored integers are hundredths. */
const POWER_STEPS = 100

export const packPower = (power: Float32Array): string =>
  Buffer.from(Int16Array.from(power, (value) => Math.round(POWER_STEPS * value)).buffer).toString('base64')

const int16 = (text: string): Int16Array => new Int16Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)
