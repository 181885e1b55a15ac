import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawSpecimen } from '../../../../../lab/specimen/draw/draw-specimen.ts'
import { attack } from '../../../../../lab/specimen/photograph/attacks.ts'
import { photograph } from '../../../../../lab/specimen/photograph/photograph.ts'
import { random } from '../../../../../lab/specimen/random.ts'
import { ALL_CUTS, openLattice } from '../../../../../src/engine/document/checks/recapture/judge-lattice.ts'
import { openNets } from '../../../../../src/engine/nets/runtime.ts'
import { decode } from '../../../../../src/engine/picture/decode.ts'
import type { Picture } from '../../../../../src/engine/picture/picture.ts'

describe('the lattice of a display', () => {
  const nets = openNets()
  const judge = async (photo: Picture) => (await openLattice(nets, photo, photo, undefined))(ALL_CUTS)

  /** Stripes of red, green and blue next to each other, as the pixels of a display have them. */
  const faint = (x: number, y: number, tone: number) => 6 * wave(x + 0.1 * y + (tone * 4.7) / 3, 4.7)

  it('stands out though it is fainter than the noise around it', async () => {
    assert.ok((await judge(noisy(faint))) > 0)
  })

  it('stands out in a picture without colour too', async () => {
    assert.ok((await judge(grey(noisy(faint)))) > 0)
    assert.ok((await judge(grey(noisy(() => 0)))) < 0)
  })

  it('is not seen in noise, in the blocks of compression or in an upright fence', async () => {
    assert.ok((await judge(noisy(() => 0))) < 0, 'noise')
    assert.ok((await judge(noisy((x, y) => (x % 8 === 0 || y % 8 === 0 ? 6 : 0)))) < 0, 'blocks')
    assert.ok((await judge(noisy((x) => 12 * wave(x, 12)))) < 0, 'a fence')
  })

  it('tells a document on a display from the document', async () => {
    const { front } = await drawSpecimen({ kind: 'td1', seed: 'lattice' })
    const taken = { seed: 'lattice', level: 'easy' } as const
    const [original, shown] = [await photograph(front, taken), await attack('screen', front, taken)]
    const [low, high] = [await judge(await decode(original.jpeg)), await judge(await decode(shown.jpeg))]
    assert.ok(high > 0 && high > low + 1, `${low} and ${high}`)
  })
})

/** A picture whose noise is stronger than what is faint in it. */
function noisy(added: (x: number, y: number, tone: number) => number): Picture {
  const [width, height] = [640, 480]
  const source = random('noise')
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    data[i] = 150 + added(x, y, i % 3) + 18 * (source.next() + source.next() + source.next() - 1.5)
  }
  return { width, height, data }
}

function grey({ width, height, data }: Picture): Picture {
  return { width, height, data: data.map((_, i) => data[i - (i % 3) + 1] ?? 0) }
}

const wave = (at: number, period: number): number => Math.sin((2 * Math.PI * at) / period)
