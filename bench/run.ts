import { readdirSync } from 'node:fs'

/** npm run bench -- NAME [options]: every other file of this folder that has a `run` is one bench. */
const benches = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length))

const [name = '', ...args] = process.argv.slice(2)
if (!benches.includes(name)) {
  console.error(`usage: npm run bench -- NAME [options]\nthere are: ${benches.join(', ')}`)
  process.exit(2)
}
const bench = (await import(`./${name}.ts`)) as { run(args: string[]): Promise<void> }
await bench.run(args)
