import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { licenceIssuerCodes } from '../../../packages/specimen/src/issue/jurisdictions.ts'
import { stateCodes } from '../../../packages/specimen/src/issue/states.ts'
import { KINDS } from '../../../packages/specimen/src/issue/truth.ts'
import { ATTACKS, attack } from '../../../packages/specimen/src/photograph/attacks.ts'
import { LEVELS, photograph } from '../../../packages/specimen/src/photograph/photograph.ts'
import { random } from '../../../packages/specimen/src/random.ts'

/**
 * Draws specimens of all kinds and states and photographs them as originals and as every reproduction, for
 * pack_surfaces.py: node lab/training/recapture/photograph-specimens.ts OUT FACES FROM COUNT [SHOWN…] FACES is a folder
 * of folders of portraits. Seeds begin with `trained`, which no evaluation uses.
 */
const [out = '', faces = '', from = '0', count = '40', ...chosen] = process.argv.slice(2)
const all = ['original', ...ATTACKS] as const
const wanted = chosen.length ? all.filter((shown) => chosen.includes(shown)) : all
await mkdir(path.join(out, 'drawn'), { recursive: true })
const people = (await readdir(faces, { recursive: true })).filter((file) => file.endsWith('.jpg')).toSorted()

for (let number = Number(from); number < Number(from) + Number(count); number++) {
  const source = random(`trained ${number}`)
  const kind = KINDS[number % KINDS.length] ?? 'td1'
  const person = people[source.whole(0, people.length - 1)]
  const { front, back } = await drawSpecimen({
    kind,
    ...(kind === 'us-licence' ? { region: source.pick(licenceIssuerCodes()) } : { country: source.pick(stateCodes()) }),
    seed: `trained ${number}`,
    ...(person && source.next() < 0.75 && { portrait: { picture: await readFile(path.join(faces, person)) } }),
  })
  await writeFile(path.join(out, 'drawn', `${number}.jpg`), front)
  for (const shown of wanted) {
    const side = back && source.next() < 0.35 ? back : front
    const camera = { seed: `trained ${number} ${shown}`, level: source.pick(LEVELS), turn: 'any' } as const
    const { jpeg, ...where } = await (shown === 'original' ? photograph(side, camera) : attack(shown, side, camera))
    await writeFile(path.join(out, `${number}-${shown}.jpg`), jpeg)
    await writeFile(path.join(out, `${number}-${shown}.json`), JSON.stringify({ shown, kind, ...where }))
  }
}
