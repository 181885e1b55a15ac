// node tools/expressions.mjs: checks every regular expression of src and packages, and every `pattern` of a schema, for
// input on which it takes more than linear time, with recheck. The verdicts are kept in expressions.json, so that only
// new expressions take long. An expression that is not safe is rewritten, or its input is bounded and it is listed in
// bounded-expressions.mjs.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { bounded } from './bounded-expressions.mjs'
import { root } from './prepare.mjs'

const KEPT = join(root, 'tools', 'expressions.json')
/** Most expressions take milliseconds; some with many letters of Unicode take half a minute. */
const TIMEOUT_MS = 120_000

const filesOfProgram = () =>
  globSync('{src,packages}/**/*.{ts,tsx,mts,js,mjs}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })

const textsOfProgram = () => new Map(filesOfProgram().map((file) => [file, read(file)]))

/**
 * Every expression of the files with the files it is in, and the places where one is put together while the program
 * runs, which nothing can check before.
 */
export async function collectExpressions(texts = textsOfProgram()) {
  const trees = await treesOf(texts)
  const constants = constantsOf(trees)
  const found = new Map()
  const assembled = []
  for (const [file, tree] of trees) {
    const add = (source, flags) => {
      const name = `/${source}/${flags}`
      const known = found.get(name) ?? { source, flags, files: new Set() }
      known.files.add(file)
      found.set(name, known)
    }
    walk(tree, (node) => {
      if (node.type === 'Literal' && node.regex) return add(node.regex.pattern, node.regex.flags)
      const isBuilt = node.type === 'NewExpression' || node.type === 'CallExpression'
      const isPattern = node.type === 'Property' && nameOf(node.key) === 'pattern'
      if (isBuilt && nameOf(node.callee) === 'RegExp') {
        const [source, flags] = node.arguments.map((each) => textOf(each, constants))
        if (source === undefined || (node.arguments.length > 1 && flags === undefined))
          assembled.push(`${file}: ${texts.get(file).slice(node.start, node.end).replace(/\s+/g, ' ')}`)
        else add(source, flags ?? '')
      } else if (isPattern) {
        const source = textOf(node.value, constants)
        // Ajv makes every pattern with this flag.
        if (source !== undefined) add(source, 'u')
        else if (isSchemaOf(node)) assembled.push(`${file}: pattern ${nameOf(node.value)}`)
      }
    })
  }
  return { found, assembled }
}

async function treesOf(texts) {
  const { parseAst } = await import('rolldown/parseAst')
  return [...texts].map(([file, text]) => [file, parseAst(text, { lang: languageOf(file) })])
}

/**
 * Where `in` asks for a name that is not written there: an object also answers to the names that every object has, such
 * as __proto__ and constructor. Object.hasOwn does not.
 */
export async function inheritedNames(texts = textsOfProgram()) {
  const places = []
  for (const [file, tree] of await treesOf(texts))
    walk(tree, (node) => {
      if (node.type !== 'BinaryExpression' || node.operator !== 'in') return
      if (node.left.type === 'Literal' || node.left.type === 'PrivateIdentifier') return
      places.push(`${file}: ${texts.get(file).slice(node.start, node.end)}`)
    })
  return places
}

const read = (file) => readFileSync(join(root, file), 'utf8')
const languageOf = (file) => ({ '.tsx': 'tsx', '.js': 'jsx', '.mjs': 'jsx' })[extname(file)] ?? 'ts'
const nameOf = (node) => (node?.type === 'Identifier' ? node.name : node?.type === 'Literal' ? node.value : undefined)

/** A property `pattern` of something else than a schema has an expression or a number as its value. */
const isSchemaOf = ({ value }) =>
  value.type === 'TemplateLiteral' || String(nameOf(value)).toUpperCase() === nameOf(value)

/** Constants that are texts, by name; a name with two values is none. */
function constantsOf(trees) {
  const texts = new Map()
  for (const [, tree] of trees)
    walk(tree, (node) => {
      if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return
      const text = textOf(node.init, new Map())
      if (text !== undefined) texts.set(node.id.name, texts.has(node.id.name) ? undefined : text)
    })
  return texts
}

function textOf(node, constants) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked
  return node?.type === 'Identifier' ? constants.get(node.name) : undefined
}

function walk(node, visit) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit)
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return
  if (typeof node.type === 'string') visit(node)
  for (const part of Object.values(node)) if (part !== null && typeof part === 'object') walk(part, visit)
}

/** What recheck says, with the input that takes longest if there is one. */
export function checkExpression({ source, flags }) {
  const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js')
  const said = checkSync(source, flags, { timeout: TIMEOUT_MS })
  if (said.status === 'safe') return { status: 'safe' }
  if (said.status !== 'vulnerable') return { status: `${said.status} (${said.error?.kind ?? ''})` }
  const { pumps, suffix } = said.attack
  return {
    status: 'vulnerable',
    growth: said.complexity.summary,
    attack: { pumps: pumps.map(({ prefix, pump }) => ({ prefix, pump })), suffix },
  }
}

export const keptVerdicts = () => JSON.parse(readFileSync(KEPT, 'utf8'))

/** The worst input that recheck found, of this length. */
export function attackOf({ pumps, suffix }, length) {
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length)
  const each = Math.max(1, Math.floor((length - fixed) / pumps.length))
  return (
    pumps.map(({ prefix, pump }) => prefix + pump.repeat(Math.max(1, Math.floor(each / pump.length)))).join('') + suffix
  )
}

/** What is wrong with the expressions: not checked, not safe and not bounded, or listed and no longer there. */
export function faultsOf({ found, assembled }, verdicts, { expressions, built } = bounded) {
  const faults = []
  for (const [name, { source, flags, files }] of found) {
    const verdict = verdicts[name] ?? checkExpression({ source, flags })
    const known = expressions[name]
    if (verdict.status === 'safe') {
      if (!verdicts[name])
        faults.push(`${name} is safe, but not in tools/expressions.json: run node tools/expressions.mjs`)
      if (known) faults.push(`${name} is safe and need not be listed in tools/bounded-expressions.mjs`)
    } else if (!known) {
      faults.push(
        `${name} in ${[...files].join(', ')} is ${verdict.status}${verdict.growth ? `: ${verdict.growth}` : ''}`,
      )
    } else {
      for (const file of files) if (!known.files.includes(file)) faults.push(`${name} in ${file} has no bound`)
      if (!verdicts[name]) faults.push(`${name} is not in tools/expressions.json: run node tools/expressions.mjs`)
    }
  }
  for (const name of [...Object.keys(verdicts), ...Object.keys(expressions)])
    if (!found.has(name)) faults.push(`${name} is listed and no longer used`)
  for (const place of assembled) if (!(place in built)) faults.push(`${place} is put together and not listed`)
  for (const place of Object.keys(built))
    if (!assembled.includes(place)) faults.push(`${place} is listed and no longer there`)
  return [...new Set(faults)]
}

if (process.argv[1] === import.meta.filename) {
  const collected = await collectExpressions()
  let kept = {}
  try {
    kept = keptVerdicts()
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  const verdicts = {}
  for (const [name, expression] of [...collected.found].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const began = Date.now()
    verdicts[name] = kept[name] ?? checkExpression(expression)
    if (Date.now() - began > 2_000) console.error(`${name}: ${verdicts[name].status}, ${Date.now() - began} ms`)
  }
  writeFileSync(KEPT, `${JSON.stringify(verdicts, null, 1)}\n`)
  const faults = faultsOf(collected, verdicts)
  for (const fault of faults) console.error(fault)
  console.log(`${collected.found.size} expressions, ${faults.length} faults`)
  process.exit(faults.length ? 1 : 0)
}
