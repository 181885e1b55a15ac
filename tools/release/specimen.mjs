// Lays out the package of the specimen generator in .cache/specimen: packages/specimen as plain JavaScript, with the
// packages that it needs as its dependencies.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { root } from '../prepare.mjs'

export const specimenStage = join(root, '.cache', 'specimen')

export async function stageSpecimen(folder = specimenStage) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'bin'), { recursive: true })
  // Imported late: in a fresh clone the packages did not exist when the program started.
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: join(folder, 'dist'),
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: { specimen: join(root, 'packages/specimen/src/command.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  cpSync(join(root, 'tools/release/limen-specimen.mjs'), join(folder, 'bin/limen-specimen.mjs'))
  cpSync(join(root, 'docs/specimens.md'), join(folder, 'README.md'))
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description(join(folder, 'dist')), null, 2)}\n`)
}

function description(built) {
  const { version, license, dependencies } = readJson('package.json')
  const { devDependencies } = readJson('lab/package.json')
  const known = { ...dependencies, ...devDependencies }
  // Fonts are found by name at run time; everything else is imported.
  const names = new Set([...importsOf(built), ...Object.keys(known).filter((name) => name.startsWith('@fontsource/'))])
  const used = [...names].sort().map((name) => {
    if (!known[name]) throw new Error(`the specimen generator imports ${name}, which no package.json names`)
    return [name, known[name]]
  })
  return {
    name: 'limen-specimen',
    version,
    description: 'Draws invented identity documents with known content.',
    license,
    type: 'module',
    engines: { node: '>=24.7' },
    bin: { 'limen-specimen': 'bin/limen-specimen.mjs' },
    dependencies: Object.fromEntries(used),
  }
}

/** The packages that the built files import. */
function importsOf(folder) {
  const texts = readdirSync(folder, { recursive: true })
    .filter((name) => /\.js$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?:^import |^\} |from |import\()\s*["']([^."'][^"']*)["']/gm)].map(([, name]) => name),
  )
  return names
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)[0])
}

const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
