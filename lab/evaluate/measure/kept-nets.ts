import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Net, Nets, Tensor } from '../../../src/vision/nets/runtime.ts'

type Tensors = Record<string, Tensor>

/**
 * The same nets with a cache in a folder: the same picture costs nothing a second time, whatever the rules do with it.
 */
export function keptNets(nets: Nets, folder: string): Nets {
  mkdirSync(folder, { recursive: true })
  return {
    ...nets,
    async get(name) {
      const net = await nets.get(name)
      return { ...net, run: (feeds) => kept(net, feeds, folder) }
    },
  }
}

async function kept(net: Net, feeds: Tensors, folder: string): Promise<Tensors> {
  const hash = createHash('sha256').update(net.sha256)
  for (const [name, { data, dims }] of Object.entries(feeds))
    hash.update(`${name} ${dims.join()}`).update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
  const file = path.join(folder, hash.digest('hex'))
  try {
    return unpacked(await readFile(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const answers = await net.run(feeds)
  await writeFile(`${file}.${process.pid}`, packed(answers))
  await rename(`${file}.${process.pid}`, file)
  return answers
}

/** A line of JSON with names and shapes, then the numbers in the same order. */
function packed(tensors: Tensors): Buffer {
  const shapes = Object.entries(tensors).map(([name, { dims }]) => ({ name, dims }))
  const numbers = Object.values(tensors).map(({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength))
  return Buffer.concat([Buffer.from(`${JSON.stringify(shapes)}\n`), ...numbers])
}

function unpacked(bytes: Buffer): Tensors {
  const head = bytes.indexOf('\n')
  const shapes = JSON.parse(bytes.toString('utf8', 0, head)) as { name: string; dims: number[] }[]
  const numbers = new Float32Array(new Uint8Array(bytes.subarray(head + 1)).buffer)
  let from = 0
  return Object.fromEntries(
    shapes.map(({ name, dims }) => {
      const count = dims.reduce((product, dim) => product * dim, 1)
      from += count
      return [name, { dims, data: numbers.slice(from - count, from) }]
    }),
  )
}
