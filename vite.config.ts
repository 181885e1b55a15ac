import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import preact from '@preact/preset-vite'
import { defineConfig } from 'vite'

/** The pages: each folder of src with an index.html is one, and embed.js is a script for the integrator's own page. */
const pages = ['web', 'console', 'demo'].filter((name) =>
  existsSync(resolve(import.meta.dirname, 'src', name, 'index.html')),
)

export default defineConfig({
  root: 'src',
  base: '/',
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: ['es2022', 'safari15', 'chrome100', 'firefox100'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      preserveEntrySignatures: false, // embed.js is a plain script: it exports nothing
      input: {
        ...Object.fromEntries(pages.map((name) => [name, resolve(import.meta.dirname, 'src', name, 'index.html')])),
        embed: resolve(import.meta.dirname, 'src/web/embed.ts'),
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
