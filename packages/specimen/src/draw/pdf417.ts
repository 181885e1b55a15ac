import barcodes from 'bwip-js/node'
import { markRegion, type Sheet } from './sheet.ts'

/** Twelve columns of modules four pixels wide: as wide as on licences, about 73 mm. */
const OPTIONS = 'columns=12 eclevel=5'
const MODULE = 4
/** A row is three modules high, the minimum of ISO/IEC 15438. */
const ROW = MODULE * 3

/** Prints a PDF417 with its quiet zone; x and y are its top left corner. Modules are aligned with whole pixels. */
export function printPdf417(sheet: Sheet, text: string, x: number, y: number): void {
  const [symbol] = barcodes.raw('pdf417', text, OPTIONS)
  if (!symbol || !('pixs' in symbol)) throw new Error('the barcode has no modules')
  const { pixs, pixx } = symbol
  const rows = pixs.length / pixx
  const { context, perMm } = sheet
  const quiet = MODULE * 3
  const [left, top] = [Math.round(x * perMm), Math.round(y * perMm)]
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = '#ffffff'
  context.fillRect(left, top, pixx * MODULE + quiet * 2, rows * ROW + quiet * 2)
  context.fillStyle = '#101014'
  for (let row = 0; row < rows; row++) {
    for (let from = 0; from < pixx; from++) {
      if (!pixs[row * pixx + from]) continue
      let to = from
      while (to < pixx && pixs[row * pixx + to]) to++
      context.fillRect(left + quiet + from * MODULE, top + quiet + row * ROW, (to - from) * MODULE, ROW)
      from = to
    }
  }
  context.restore()
  markRegion(sheet, 'barcode', {
    x: (left + quiet) / perMm,
    y: (top + quiet) / perMm,
    width: (pixx * MODULE) / perMm,
    height: (rows * ROW) / perMm,
  })
}
