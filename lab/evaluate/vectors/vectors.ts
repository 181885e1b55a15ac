import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type AamvaVector, aamvaDifferences } from './aamva.ts'
import type { Difference } from './difference.ts'
import { type MrzVector, mrzDifferences } from './mrz.ts'

interface Disagreement {
  id: string
  differences: Difference[]
}

interface Agreement {
  n: number
  agree: number
  disagreements: Disagreement[]
}

/** Compares the MRZ and AAMVA parsers with other projects' results for the same strings. A missing file counts none. */
export async function evaluateVectors(
  folder: string,
  today = new Date().toISOString().slice(0, 10),
): Promise<{ mrz: Agreement; aamva: Agreement }> {
  const mrz = await load<MrzVector>(path.join(folder, 'mrz.json'))
  const aamva = await load<AamvaVector>(path.join(folder, 'aamva.json'))
  return {
    mrz: agreement(mrz, (vector) => mrzDifferences(vector, today)),
    aamva: agreement(aamva, aamvaDifferences),
  }
}

function agreement<Vector extends { id: string }>(
  vectors: Vector[],
  compare: (vector: Vector) => Difference[],
): Agreement {
  const disagreements = vectors
    .map((vector) => ({ id: vector.id, differences: compare(vector) }))
    .filter(({ differences }) => differences.length > 0)
  return { n: vectors.length, agree: vectors.length - disagreements.length, disagreements }
}

async function load<Vector>(file: string): Promise<Vector[]> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Vector[]) : []
}
