import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { licenceIssuerCodes } from '../../../packages/specimen/src/issue/jurisdictions.ts'
import { stateCodes } from '../../../packages/specimen/src/issue/states.ts'
import { KINDS } from '../../../packages/specimen/src/issue/truth.ts'
import { random } from '../../../packages/specimen/src/random.ts'

/**
 * Specimens of one model for several people each, as an editor takes a portrait or a value from one document to another, for pack.py:
 * node lab/training/traces/draw-twins.ts OUT FACES MODELS [EACH]
 * FACES is a folder of folders of portraits. Seeds begin with `twins`, which no evaluation uses.
 */
const [out = '', faces = '', models = '40', each = '3'] = process.argv.slice(2)
await mkdir(out, { recursive: true })
const people = (await readdir(faces, { recursive: true })).filter((file) => file.endsWith('.jpg')).toSorted()

for (let model = 0; model < Number(models); model++) {
  const source = random(`twins ${model}`)
  const kind = KINDS[model % KINDS.length] ?? 'td1'
  const issuer =
    kind === 'us-licence' ? { region: source.pick(licenceIssuerCodes()) } : { country: source.pick(stateCodes()) }
  for (let holder = 0; holder < Number(each); holder++) {
    const person = people[source.whole(0, people.length - 1)]
    const portrait = person && { portrait: { picture: await readFile(path.join(faces, person)) } }
    const { front } = await drawSpecimen({ kind, ...issuer, seed: `twins ${model} ${holder}`, ...portrait })
    await writeFile(path.join(out, `${model}-${holder}.jpg`), front)
  }
}
