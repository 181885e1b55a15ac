import path from 'node:path'
import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { readBarcodePictures } from '../../vectors/barcode-pictures.ts'
import { evaluateVectors } from '../../vectors/vectors.ts'

/** Parsers compared with strings from other projects, and the barcode reader with pictures whose text is known. */
export const vectors: EvaluationSet = {
  name: 'vectors',
  folder: 'vectors',
  async run({ folder, progress }) {
    const { mrz, aamva } = await evaluateVectors(folder)
    const pdf417 = await readBarcodePictures(path.join(folder, 'pdf417'), progress)
    const disagreements = [...mrz.disagreements, ...aamva.disagreements].flatMap(({ id, differences }) =>
      differences.map((difference) => [id, JSON.stringify(difference)]),
    )
    const json = {
      mrz: { n: mrz.n, agree: mrz.agree },
      aamva: { n: aamva.n, agree: aamva.agree },
      pdf417: { n: pdf417.n, decoded: pdf417.decoded },
    }
    return {
      json,
      tables: [
        ...tablesOf('vectors', json),
        {
          title: 'Disagreements',
          head: ['vector', 'difference'],
          rows: [...disagreements, ...pdf417.missed.map((file) => [file, 'not decoded'])],
        },
      ],
    }
  },
}
