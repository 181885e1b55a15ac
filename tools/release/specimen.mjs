// Builds packages/specimen. It draws with our formats and picture functions, so its programs are bundled with Vite;
// its declarations come from the compiler.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { root, run } from '../prepare.mjs'

const source = join(root, 'packages/specimen')

/** Writes `dist` of the package in the folder. */
export async function buildSpecimen(folder = source) {
  const outDir = join(folder, 'dist')
  // Imported late: in a fresh clone the packages did not exist when the program started.
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: { index: join(source, 'src/index.ts'), command: join(source, 'src/command.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  checkDependencies(outDir)
  cpSync(join(root, 'NOTICE'), join(outDir, 'NOTICE'))
  await writeTypes(join(outDir, 'types'))
}

/** The declarations that the package's own lead to, and no others. */
async function writeTypes(folder) {
  const all = mkdtempSync(join(root, '.cache', 'types-'))
  try {
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', source, '--outDir', all])
    const waiting = [join(all, 'packages/specimen/src/index.d.ts')]
    for (const file of waiting) {
      const text = readFileSync(file, 'utf8')
      const target = join(folder, relative(all, file))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text.replace(/(['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
      for (const [, path] of text.matchAll(/['"](\.[^'"]*)\.ts['"]/g)) {
        const next = join(dirname(file), `${path}.d.ts`)
        if (existsSync(next) && !waiting.includes(next)) waiting.push(next)
      }
    }
  } finally {
    rmSync(all, { recursive: true, force: true })
  }
}

/** The package names what its programs import, in the versions that we test with. */
function checkDependencies(built) {
  const { dependencies } = readJson('packages/specimen/package.json')
  const known = { ...readJson('package.json').dependencies, ...readJson('lab/package.json').devDependencies }
  // Fonts are found by name at run time; everything else is imported.
  const names = new Set([...importsOf(built), ...Object.keys(known).filter((name) => name.startsWith('@fontsource/'))])
  const used = Object.fromEntries([...names].sort().map((name) => [name, known[name]]))
  if (JSON.stringify(used) !== JSON.stringify(dependencies))
    throw new Error(`packages/specimen/package.json needs the dependencies ${JSON.stringify(used, null, 2)}`)
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
