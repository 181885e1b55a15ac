import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { parse, parseAllDocuments, stringify } from 'yaml'

/*
 * Renders a Helm chart without Helm: the parts of Go's templates that the chart in deploy/helm uses, and an error for
 * everything else.
 */

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'show'; words: Word[] }
  | { kind: 'set'; name: string; words: Word[] }
  | { kind: 'if'; cases: { words: Word[] | undefined; body: Node[] }[] }
  | { kind: 'range'; names: string[]; words: Word[]; body: Node[] }
type Word = string | Word[]
type Scope = { dot: unknown; variables: Map<string, unknown> }
type Values = Record<string, unknown>

/** The objects of a chart as `helm template` would give them, by kind. */
export function renderChart(folder: URL, given: Values, release = 'limen'): Map<string, Values> {
  const chart = parse(readFileSync(new URL('Chart.yaml', folder), 'utf8')) as Values
  const root = {
    Values: readValues(folder, given),
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: release, Namespace: 'limen', Service: 'Helm' },
  }
  const templates = new Map<string, Node[]>()
  const files = readdirSync(new URL('templates/', folder))
  for (const file of files) {
    const reader = new Reader(readFileSync(new URL(`templates/${file}`, folder), 'utf8'), templates)
    templates.set(file, reader.readBody().body)
    assert.ok(reader.isDone(), `${file}: an end too many`)
  }
  const objects = new Map<string, Values>()
  for (const file of files) {
    const text = render(templates.get(file) ?? [], { dot: root, variables: new Map([['$', root]]) }, templates)
    if (!file.endsWith('.yaml')) continue
    for (const document of parseAllDocuments(text)) {
      assert.deepEqual(document.errors, [], `${file}\n${text}`)
      const object = document.toJS() as Values | null
      if (object) objects.set(String(object.kind), object)
    }
  }
  return objects
}

/** The chart's own values with others over them. */
export const readValues = (folder: URL, given: Values): Values =>
  merge(parse(readFileSync(new URL('values.yaml', folder), 'utf8')), given) as Values

/** Values over the chart's own: objects are merged, everything else is replaced, and null removes. */
function merge(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over
  const merged = { ...base }
  for (const [name, value] of Object.entries(over)) {
    if (value === null) delete merged[name]
    else merged[name] = name in base ? merge(base[name], value) : value
  }
  return merged
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the text of a template. */
class Reader {
  private readonly parts: { text?: string; action?: string }[] = []
  private next = 0
  private readonly templates: Map<string, Node[]>

  constructor(text: string, templates: Map<string, Node[]>) {
    this.templates = templates
    let trim = false
    let from = 0
    for (const match of text.matchAll(/\{\{(- )?([\s\S]*?)( -)?\}\}/g)) {
      const before = text.slice(from, match.index)
      const left = trim ? before.trimStart() : before
      this.parts.push({ text: match[1] ? left.trimEnd() : left }, { action: (match[2] ?? '').trim() })
      trim = match[3] !== undefined
      from = match.index + match[0].length
    }
    const rest = text.slice(from)
    this.parts.push({ text: trim ? rest.trimStart() : rest })
  }

  isDone(): boolean {
    return this.next === this.parts.length
  }

  /** Up to the `end` or `else` that belongs to it. */
  readBody(): { body: Node[]; by: string } {
    const body: Node[] = []
    for (;;) {
      const part = this.parts[this.next++]
      if (!part) {
        this.next = this.parts.length
        return { body, by: '' }
      }
      const { text, action } = part
      if (text !== undefined) body.push({ kind: 'text', text })
      if (action === undefined || action.startsWith('/*')) continue
      if (action === 'end' || action.startsWith('else')) return { body, by: action }
      body.push(...this.readAction(action))
    }
  }

  private readAction(action: string): Node[] {
    const [, define] = /^define "([^"]+)"$/.exec(action) ?? []
    if (define) {
      this.templates.set(define, this.readBlock())
      return []
    }
    const [, range, list] = /^range ((?:\$\w+, )?\$\w+) := (.*)$/.exec(action) ?? []
    if (range && list) return [{ kind: 'range', names: range.split(', '), words: split(list), body: this.readBlock() }]
    if (action.startsWith('if ')) {
      const cases: { words: Word[] | undefined; body: Node[] }[] = []
      let by = `else ${action}`
      while (by !== 'end') {
        assert.ok(by === 'else' || by.startsWith('else if '), `${action} has no end`)
        const words = by === 'else' ? undefined : split(by.slice('else if '.length))
        const { body, by: next } = this.readBody()
        cases.push({ words, body })
        by = next
      }
      return [{ kind: 'if', cases }]
    }
    const [, name, value] = /^(\$\w+) := (.*)$/.exec(action) ?? []
    if (name && value) return [{ kind: 'set', name, words: split(value) }]
    return [{ kind: 'show', words: split(action) }]
  }

  private readBlock(): Node[] {
    const { body, by } = this.readBody()
    assert.equal(by, 'end')
    return body
  }
}

/** The words of a pipeline; parentheses are lists of their own. */
function split(text: string): Word[] {
  const words: Word[][] = [[]]
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\)\.\w+|[()|]|[^\s()|]+/g)) {
    if (token === '(') words.push([])
    else if (token.startsWith(')')) {
      const inner = words.pop() ?? []
      words.at(-1)?.push(token === ')' ? inner : ['field', `"${token.slice(2)}"`, inner])
    } else words.at(-1)?.push(token)
  }
  assert.equal(words.length, 1, `parentheses of ${text}`)
  return words[0] ?? []
}

function render(nodes: readonly Node[], scope: Scope, templates: Map<string, Node[]>): string {
  let text = ''
  for (const node of nodes) {
    if (node.kind === 'text') text += node.text
    else if (node.kind === 'show') text += show(evaluate(node.words, scope, templates))
    else if (node.kind === 'set') scope.variables.set(node.name, evaluate(node.words, scope, templates))
    else if (node.kind === 'if') {
      const found = node.cases.find(({ words }) => !words || isTrue(evaluate(words, scope, templates)))
      if (found) text += render(found.body, inner(scope), templates)
    } else {
      const list = evaluate(node.words, scope, templates)
      const entries: [unknown, unknown][] = Array.isArray(list)
        ? [...list.entries()]
        : Object.entries(isObject(list) ? list : {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
      for (const [key, value] of entries) {
        const each = inner({ ...scope, dot: value })
        const [first = '', second] = node.names
        each.variables.set(second ?? first, value)
        if (second) each.variables.set(first, key)
        text += render(node.body, each, templates)
      }
    }
  }
  return text
}

const inner = ({ dot, variables }: Scope): Scope => ({ dot, variables: new Map(variables) })

function evaluate(words: readonly Word[], scope: Scope, templates: Map<string, Node[]>): unknown {
  const commands: Word[][] = [[]]
  for (const word of words) {
    if (word === '|') commands.push([])
    else commands.at(-1)?.push(word)
  }
  let piped: unknown[] = []
  for (const [first = '', ...rest] of commands) {
    const values = [...rest.map((word) => readWord(word, scope, templates)), ...piped]
    const isCall = typeof first === 'string' && /^[a-zA-Z]\w*$/.test(first)
    if (isCall) piped = [call(first, values, templates)]
    else {
      assert.equal(values.length, 0, `${String(first)} takes nothing`)
      piped = [readWord(first, scope, templates)]
    }
  }
  return piped[0]
}

function readWord(word: Word, scope: Scope, templates: Map<string, Node[]>): unknown {
  if (typeof word !== 'string') return evaluate(word, scope, templates)
  if (word.startsWith('"')) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  const [, variable = '', path = ''] = /^(\$\w*)?((?:\.\w+)*|\.)$/.exec(word) ?? assert.fail(`what is ${word}?`)
  if (variable) assert.ok(scope.variables.has(variable), `${variable} is not defined`)
  const start = variable ? scope.variables.get(variable) : scope.dot
  return path.split('.').filter(Boolean).reduce(field, start)
}

function field(value: unknown, name: string): unknown {
  assert.ok(isObject(value), `.${name} of what is not an object`)
  return value[name]
}

const isTrue = (value: unknown) =>
  isObject(value) ? Object.keys(value).length > 0 : Array.isArray(value) ? value.length > 0 : Boolean(value)

function show(value: unknown): string {
  assert.ok(['string', 'number', 'boolean'].includes(typeof value), 'what is shown is text, a number or a boolean')
  // Go writes numbers of a million and more with an exponent.
  assert.ok(typeof value !== 'number' || value < 1e6)
  return String(value)
}

function call(name: string, values: readonly unknown[], templates: Map<string, Node[]>): unknown {
  const [first, second] = values
  const text = () => {
    assert.ok(typeof first === 'string', `${name} takes text`)
    return first
  }
  switch (name) {
    case 'include': {
      const template = templates.get(text()) ?? assert.fail(`there is no template ${text()}`)
      const root = new Map([['$', second]])
      return render(template, { dot: second, variables: root }, templates)
    }
    case 'fail':
      throw new Error(text())
    case 'and':
      return values.find((value) => !isTrue(value)) ?? values.at(-1)
    case 'or':
      return values.find(isTrue) ?? values.at(-1)
    case 'not':
      return !isTrue(first)
    case 'eq':
      return first === second
    case 'gt':
      return Number(first) > Number(second)
    case 'add':
      return values.reduce<number>((sum, value) => sum + Number(value), 0)
    case 'int':
      return Math.trunc(Number(first))
    case 'default':
      return isTrue(second) ? second : first
    case 'get':
    case 'field':
      return name === 'get' ? (field(first, String(second)) ?? '') : field(second, text())
    case 'quote':
      return JSON.stringify(show(first))
    case 'printf': {
      const rest = values.slice(1)
      return text().replaceAll('%s', () => String(rest.shift()))
    }
    case 'trim':
      return text().trim()
    case 'splitList':
      return String(second).split(text())
    case 'nindent': {
      const pad = ' '.repeat(Number(first))
      return `\n${pad}${String(second).replaceAll('\n', `\n${pad}`)}`
    }
    case 'sha256sum':
      return createHash('sha256').update(text()).digest('hex')
    case 'toYaml':
      return stringify(first, { sortMapEntries: true, lineWidth: 0 }).trimEnd()
    case 'urlParse': {
      const { hostname, protocol } = new URL(text())
      return { hostname, scheme: protocol.slice(0, -1) }
    }
    default:
      return assert.fail(`the renderer does not know ${name}`)
  }
}
