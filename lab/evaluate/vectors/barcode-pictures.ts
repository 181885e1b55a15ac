import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readBarcodes } from '../../../src/vision/document/barcode/read-barcode.ts'
import { decode } from '../../../src/vision/picture/decode.ts'

/** Checks the barcode reader on pictures with their text next to them. A missing folder counts none. */
export async function readBarcodePictures(folder: string, progress: (done: number, total: number) => void) {
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true }) : []
  const files = entries.filter((name) => /\.(png|jpe?g|webp)$/i.test(name)).sort()
  const missed: string[] = []
  for (const [i, file] of files.entries()) {
    const expected = await textOf(path.join(folder, file))
    const found = await readBarcodes(await decode(await readFile(path.join(folder, file))))
    if (!found.some(({ text }) => expected.includes(text))) missed.push(file)
    progress(i + 1, files.length)
  }
  return { n: files.length, decoded: files.length - missed.length, missed }
}

/** As characters (.txt) or as bytes (.bin). */
async function textOf(picture: string): Promise<string[]> {
  const stem = picture.replace(/\.[^.]+$/, '')
  const texts = existsSync(`${stem}.txt`) ? [await readFile(`${stem}.txt`, 'utf8')] : []
  const bytes = existsSync(`${stem}.bin`) ? [await readFile(`${stem}.bin`, 'latin1')] : []
  return [...texts, ...bytes]
}
