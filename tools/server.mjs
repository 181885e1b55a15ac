// Builds the service: dist/server has its code as a few files of plain JavaScript, dist/files the files that it reads
// at run time. Finding, stripping and compiling 900 modules at every start takes longer than everything else before a
// worker is ready.
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './prepare.mjs'
import { readSite } from './site.mjs'

/** Each is started as a separate process or thread, or loaded by its path. */
const PROGRAMS = [
  'src/apps/cli/cli.ts',
  'src/features/chip/verify/chip-thread.ts',
  'src/features/screening/formats/list-thread.ts',
  'src/features/wallet/verify/credential-thread.ts',
  'src/kernel/operations/watchdog-thread.ts',
  'src/vision/process/worker.ts',
  'src/vision/process/sandbox-trial.ts',
  'src/features/duplicates/faces/scan-thread.ts',
  'src/features/duplicates/faces/load-thread.ts',
  'src/features/duplicates/faces/vector-thread.ts',
  'lab/conform/suites.ts',
]

/** Packages of hundreds of small modules; the others, native or with files of their own, are not bundled. */
const BUNDLED = /^(kysely|typebox|jose|openid-client|oauth4webapi|aws4fetch)($|\/)/

/** The files that src/platform/resources.ts finds: data in the service's own folders, and the pictures of the guides. */
const READ = ['src', 'docs/plots', 'docs/screenshots', 'docs/figures/assurance.json']
const NOT_READ =
  /^src\/apps\/(hosted-page|console)(\/|$)|^src\/apps\/ui\/(?!tokens\.css$)|^src\/kernel\/texts\/|^src\/apps\/demo\/(?!server)|\.tsx?$/

export async function buildServer() {
  for (const name of ['server', 'files']) rmSync(join(root, 'dist', name), { recursive: true, force: true })
  await bundle(PROGRAMS, join(root, 'dist', 'server'))
  for (const file of READ.flatMap(filesOf)) cpSync(join(root, file), join(root, 'dist', 'files', file))
  writeFileSync(join(root, 'dist', 'files', 'guides.json'), JSON.stringify(readSite()))
}

/**
 * Programs as few files of plain JavaScript.
 * @param {string[]} programs by their paths in the repository
 * @param {string} folder
 */
export async function bundle(programs, folder) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: [BUNDLED] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(programs.map((file) => [nameOf(file), join(root, file)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

const nameOf = (file) => file.replace(/^.*\//, '').replace(/\.ts$/, '')

function filesOf(place) {
  if (NOT_READ.test(place) || !existsSync(join(root, place))) return []
  if (!statSync(join(root, place)).isDirectory()) return [place]
  return readdirSync(join(root, place))
    .sort()
    .flatMap((name) => filesOf(`${place}/${name}`))
}

if (process.argv[1] === import.meta.filename) await buildServer()
