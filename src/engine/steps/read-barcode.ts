import { readFile } from 'node:fs/promises'
import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader'
import type { BarcodeReading } from '../../domain/document.ts'
import type { Picture, Point } from '../picture.ts'

export interface Barcode {
  symbology: BarcodeReading['symbology']
  text: string
  /** Top left, top right, bottom right, bottom left. */
  corners: readonly [Point, Point, Point, Point]
}

const FORMATS: ReadInputBarcodeFormat[] = ['PDF417', 'QRCode', 'Code128', 'DataMatrix', 'Aztec']
const KNOWN: readonly string[] = FORMATS

/** Reads the barcodes of a picture, the longest text first. */
export async function readBarcode(picture: Picture): Promise<Barcode[]> {
  await prepared()
  const found = await readBarcodes(toImageData(picture), {
    formats: FORMATS,
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: true,
    maxNumberOfSymbols: 4,
    // As encoded: AAMVA's separators are control characters.
    textMode: 'Plain',
  })
  return found
    .filter(({ isValid, text }) => isValid && text)
    .map(({ format, text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => ({
      symbology: KNOWN.includes(format) ? (format as Barcode['symbology']) : ('Other' as const),
      text,
      corners: [topLeft, topRight, bottomRight, bottomLeft] as const,
    }))
    .sort((a, b) => b.text.length - a.text.length)
}

let ready: Promise<unknown> | undefined

/** The decoder's code comes from its package, never from the network. */
function prepared(): Promise<unknown> {
  ready ??= readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then((wasm) =>
    prepareZXingModule({
      overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer },
      fireImmediately: true,
    }),
  )
  return ready
}

type Input = Parameters<typeof readBarcodes>[0]

function toImageData({ width, height, data }: Picture): Input {
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    rgba[to] = data[from] as number
    rgba[to + 1] = data[from + 1] as number
    rgba[to + 2] = data[from + 2] as number
    rgba[to + 3] = 255
  }
  return { width, height, data: rgba, colorSpace: 'srgb' } as unknown as Input
}
