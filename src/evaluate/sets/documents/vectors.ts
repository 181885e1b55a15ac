import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readBarcode } from '../../../engine/page/barcode/read-barcode.ts'
import { decode } from '../../../engine/picture/decode.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { evaluateVectors } from '../../vectors/vectors.ts'

/** Parsers against strings of other projects, and the barcode reader against pictures with their text. */
export const vectors: EvaluationSet = {
  name: 'vectors',
  folder: 'vectors',
  async run({ folder, progress }) {
    const { mrz, aamva } = await evaluateVectors(folder)
    const pdf417 = await readPictures(path.join(folder, 'pdf417'), progress)
    const disagreements = [...mrz.disagreements, ...aamva.disagreements].flatMap(({ id, differences }) =>
      differences.map((difference) => [id, JSON.stringify(difference)]),
    )
    return {
      json: {
        mrz: { n: mrz.n, agree: mrz.agree },
        aamva: { n: aamva.n, agree: aamva.agree },
        pdf417: { n: pdf417.n, decoded: pdf417.decoded },
      },
      tables: [
        {
          title: 'Vectors',
          head: ['what', 'vectors', 'agree'],
          rows: [
            ['MRZ strings', mrz.n, mrz.agree],
            ['AAMVA strings', aamva.n, aamva.agree],
            ['PDF417 pictures', pdf417.n, pdf417.decoded],
          ],
        },
        {
          title: 'Disagreements',
          head: ['vector', 'difference'],
          rows: [...disagreements, ...pdf417.missed.map((file) => [file, 'not decoded'])],
        },
      ],
    }
  },
}

async function readPictures(folder: string, progress: (done: number, total: number) => void) {
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true }) : []
  const files = entries.filter((name) => /\.(png|jpe?g)$/i.test(name)).sort()
  const missed: string[] = []
  for (const [i, file] of files.entries()) {
    const expected = await textOf(path.join(folder, file))
    const found = await readBarcode(await decode(await readFile(path.join(folder, file))))
    if (!found.some(({ text }) => expected.includes(text))) missed.push(file)
    progress(i + 1, files.length)
  }
  return { n: files.length, decoded: files.length - missed.length, missed }
}

/** The picture's text stands beside it, as characters (.txt) or as bytes (.bin). */
async function textOf(picture: string): Promise<string[]> {
  const beside = picture.replace(/\.[^.]+$/, '')
  const texts = existsSync(`${beside}.txt`) ? [await readFile(`${beside}.txt`, 'utf8')] : []
  const bytes = existsSync(`${beside}.bin`) ? [await readFile(`${beside}.bin`, 'latin1')] : []
  return [...texts, ...bytes]
}
