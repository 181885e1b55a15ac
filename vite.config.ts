import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import preact from '@preact/preset-vite'
import { defineConfig, type Plugin } from 'vite'
import { convertCornerNet } from './tools/convert/corner-net.mjs'

/** The pages: each folder of src/apps with an index.html is one, and embed.js is a script for the integrator's own page. */
const pages = ['hosted-page', 'console', 'demo'].filter((name) =>
  existsSync(resolve(import.meta.dirname, 'src/apps', name, 'index.html')),
)

/** The weights that the page loads lazily, from where tools/models.mjs has put them. */
const { models } = JSON.parse(readFileSync(resolve(import.meta.dirname, 'src/vision/nets/models.json'), 'utf8'))
const faceWeights = resolve(import.meta.dirname, '.models', models['page-face'].files.model.path)

const LOCALE = /\/[a-z]{2}-[A-Z]{2}[.-]/

export default defineConfig({
  root: 'src/apps',
  base: '/',
  // Texts are objects: an export for every sentence would write each key twice.
  json: { namedExports: false },
  resolve: { alias: [{ find: /^#page-face(?=\?)/, replacement: faceWeights }] },
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false }), corners(), compressed()],
  build: {
    outDir: '../../dist/pages',
    emptyOutDir: true,
    target: ['es2022', 'safari15', 'chrome100', 'firefox100'],
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first screen's sentences of a language are there before the others are asked for.
      resolveDependencies: (_file, needed) => needed.filter((path) => !LOCALE.test(path)),
    },
    rollupOptions: {
      preserveEntrySignatures: false, // embed.js is a plain script: it exports nothing
      input: {
        ...Object.fromEntries(
          pages.map((name) => [name, resolve(import.meta.dirname, 'src/apps', name, 'index.html')]),
        ),
        embed: resolve(import.meta.dirname, 'packages/embed/src/script.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash].js'),
        // It leaves one name on the integrator's page, Limen, and no other.
        banner: ({ name }) => (name === 'embed' ? '(()=>{' : ''),
        footer: ({ name }) => (name === 'embed' ? '})()' : ''),
      },
    },
  },
})

/** The corner net as the page loads it, made of the server's own: `#page-corners?url` is its address. */
function corners(): Plugin {
  const id = '#page-corners?url'
  return {
    name: 'corners',
    enforce: 'pre',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined
      const weights = convertCornerNet(readFileSync(resolve(import.meta.dirname, 'models/corners.onnx')))
      const reference = this.emitFile({ type: 'asset', name: 'corners.bin', source: weights })
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`
    },
  }
}

/** Writes every script, style and net compressed beside itself, so that the service need not compress while it serves. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      for (const name of readdirSync(assets).filter((each) => /\.(js|css|bin)$/.test(each))) {
        const content = readFileSync(join(assets, name))
        // Weights hardly shrink, and would take longer than all the rest.
        if (!name.endsWith('.bin')) writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}
