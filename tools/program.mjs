// The service as few files of plain JavaScript: to find, strip and compile each of its 900 modules at every start takes
// longer than all else that a worker does before it is ready.
import { rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { build } from 'vite'
import { root } from './prepare.mjs'

const folder = join(root, '.cache', 'program')

/** What is started by itself: the service and its workers. */
const PROGRAMS = ['src/cli/cli.ts', 'src/engine/process/worker.ts', 'src/engine/process/sandbox-trial.ts']

/** Packages of hundreds of small modules; the others, native or looking for files of their own, stay where they are. */
const TAKEN_IN = /^(kysely|typebox|jose|openid-client|oauth4webapi|aws4fetch)($|\/)/

export async function buildProgram() {
  rmSync(folder, { recursive: true, force: true })
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [atHome()],
    ssr: { noExternal: [TAKEN_IN] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(PROGRAMS.map((file) => [nameOf(file), join(root, file)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

const nameOf = (file) => file.replace(/^.*\//, '').replace(/\.ts$/, '')

/** A module looks for files next to where it was written, and for programs next to the one it has become a part of. */
function atHome() {
  return {
    name: 'at-home',
    enforce: 'pre', // as it is written
    transform(code, id) {
      const place = relative(folder, id).split(sep).join('/')
      if (!/\.ts$/.test(id) || !code.includes('import.meta.url')) return null
      const home = `new URL(${JSON.stringify(place)}, import.meta.url)`
      return code
        .split(/(new URL\('[^']+\.ts', import\.meta\.url\))/)
        .map((part, at) =>
          at % 2
            ? part.replace(/'(?:[^']*\/)?([^'/]+)\.ts'/, "'./$1.js'")
            : part.replaceAll('import.meta.url', `${home}.href`),
        )
        .join('')
    },
  }
}

if (process.argv[1] === import.meta.filename) await buildProgram()
