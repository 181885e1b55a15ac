import { readFile } from 'node:fs/promises'
import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader'
import type { BarcodeReading } from '../../../formats/aamva/barcode-reading.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'

export const FORMATS: ReadInputBarcodeFormat[] = ['PDF417', 'QRCode', 'Code128', 'DataMatrix', 'Aztec']
const KNOWN: readonly string[] = FORMATS

export interface Decoded {
  symbology: BarcodeReading['symbology']
  text: string
  /** The contents of the barcode, byte for byte. */
  bytes: Uint8Array
  corners: Quad
}

/** Decodes the barcodes of these formats in a picture. */
export async function decodeBarcodes(picture: Picture, formats: ReadInputBarcodeFormat[]): Promise<Decoded[]> {
  await prepareDecoder()
  const found = await readBarcodes(toImageData(picture), {
    formats,
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: true,
    maxNumberOfSymbols: 4,
    // Keeps the text as encoded: AAMVA's separators are control characters.
    textMode: 'Plain',
  })
  return found
    .filter(({ isValid, text }) => isValid && text)
    .map(({ format, text, bytes, position: { topLeft, topRight, bottomRight, bottomLeft } }) => ({
      symbology: KNOWN.includes(format) ? (format as Decoded['symbology']) : ('Other' as const),
      text,
      bytes,
      corners: [topLeft, topRight, bottomRight, bottomLeft] as const,
    }))
}

let ready: Promise<unknown> | undefined

/** The decoder's code is loaded from its package, never from the network. */
function prepareDecoder(): Promise<unknown> {
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
  const pixels = new Uint32Array(rgba.buffer)
  for (let i = 0, at = 0; i < pixels.length; i++, at += 3) {
    pixels[i] = (data[at] as number) | ((data[at + 1] as number) << 8) | ((data[at + 2] as number) << 16) | (0xff << 24)
  }
  return { width, height, data: rgba, colorSpace: 'srgb' } as unknown as Input
}
