// Lists every export of src, lab and packages/specimen that no other file imports. A module that is imported whole, or
// loaded at run time, counts as used; so does an export that only a test imports.
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { root } from './prepare.mjs'

const EXPORT = /^export (?:async )?(?:const|let|function\*?|class|interface|type)\s+([\w$]+)/gm
const NAMED = /\b(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/g
const WHOLE = /\b(?:import|export)\s+(?:type\s+)?\*(?:\s+as\s+[\w$]+)?\s+from\s+'(\.[^']+)'/g
const LOADED_NAMES = /\{([^{}]*)\}\s*=\s*\(?\s*await import\(\s*'(\.[^']+)'/g
const LOADED = /\bimport\(\s*'(\.[^']+)'\s*\)/g

/** What the pages find by a pattern of paths: each file, by the name that it exports. */
const GLOB = /\bimport\.meta\.glob(?:<[^>]*>)?\(\s*'(\.[^']+)',\s*\{[^}]*\bimport: '(\w+)'/g

/** Every bench is loaded by its name, and the suites by their path. */
const LOADED_BY_NAME = /^lab\/(bench\/[\w-]+\.ts: run|conform\/suites\.ts: runSuites)$/

export function unusedExports(texts) {
  const used = new Set()
  for (const [file, text] of texts) {
    const place = (path) => posix.normalize(posix.join(posix.dirname(file), path))
    for (const [, names, path] of [...text.matchAll(NAMED), ...text.matchAll(LOADED_NAMES)])
      for (const name of names.split(',')) used.add(`${place(path)}: ${nameIn(name)}`)
    const named = new Set([...text.matchAll(LOADED_NAMES)].map(([, , path]) => path))
    const loaded = [...text.matchAll(LOADED)].filter(([, path]) => !named.has(path))
    for (const [, path] of [...text.matchAll(WHOLE), ...loaded]) used.add(place(path))
    for (const [, pattern, name] of text.matchAll(GLOB))
      for (const found of texts.keys()) if (posix.matchesGlob(found, place(pattern))) used.add(`${found}: ${name}`)
  }
  return [...texts].flatMap(([file, text]) => {
    if (!/^(src|lab|packages\/specimen\/src)\//.test(file) || used.has(file)) return []
    const names = [...text.matchAll(EXPORT)].map(([, name]) => `${file}: ${name}`)
    return names.filter((name) => !used.has(name) && !LOADED_BY_NAME.test(name))
  })
}

/** `type Name as Other` is an import of Name; of an object, `name: other` takes name. */
const nameIn = (item) =>
  item
    .trim()
    .replace(/^type\s+/, '')
    .split(/\s+as\s+|:/)[0]
    .trim()

if (process.argv[1] === import.meta.filename) {
  const files = globSync(['{src,lab,test,tools,docs,packages}/**/*.{ts,tsx,mts,mjs}', '*.ts'], {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
  const unused = unusedExports(new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')])))
  for (const name of unused) console.error(`no other file imports ${name}`)
  process.exit(unused.length ? 1 : 0)
}
