import { parseArgs } from 'node:util'
import { nearestName } from '../../formats/text/nearest.ts'
import type { Argument, Arguments, Call, Leaf, Option, Options } from './command.ts'
import { programName, UsageError } from './usage.ts'

/** The words of a call parsed by the command's declaration, and the options that the runner handles. */
export interface Parsed extends Pick<Call<Arguments, Options>, 'args' | 'options'> {
  json: boolean
  yes: boolean
  dryRun: boolean
}

/** `--help` or `-h` anywhere asks for help, whatever else was given: nothing is parsed and nothing is done. */
export function asksForHelp(words: string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h')
}

/** Every option of a command, including those that the runner adds. */
export function optionsOf(leaf: Leaf): Record<string, Option> {
  return {
    ...leaf.options,
    ...(hasJson(leaf) && { json: { type: 'boolean', description: 'print JSON, for programs' } }),
    ...((leaf.destroys || leaf.asks) && {
      yes: { type: 'boolean', description: 'do not ask: for scripts' },
      'dry-run': { type: 'boolean', description: 'say what would be done, and do nothing' },
    }),
  }
}

/** Parses the words after a command's name by its declaration. A mistake gives one sentence, and exit code 2. */
export function parseCall(name: string, leaf: Leaf, words: string[]): Parsed {
  const options = optionsOf(leaf)
  refuseUnknown(name, options, words)
  const { values, positionals } = parseStrictly(name, options, words)
  const given = Object.fromEntries(
    Object.entries(options).map(([key, option]) => [key, readValue(name, key, option, values[key])]),
  )
  const { json, yes, 'dry-run': dryRun, ...own } = given
  return {
    args: assign(name, leaf.arguments ?? {}, positionals) as Parsed['args'],
    options: { ...own, ...(leaf.options?.json && { json }) } as Parsed['options'],
    json: hasJson(leaf) && json === true,
    yes: yes === true,
    dryRun: dryRun === true,
  }
}

function hasJson(leaf: Leaf): boolean {
  return 'printsItself' in leaf ? leaf.printsItself.json : true
}

const forParser = (options: Record<string, Option>) =>
  Object.fromEntries(
    Object.entries(options).map(([key, { type, multiple }]) => [
      key,
      { type: type === 'boolean' ? ('boolean' as const) : ('string' as const), multiple: multiple ?? false },
    ]),
  )

function refuseUnknown(name: string, options: Record<string, Option>, words: string[]): void {
  const { tokens } = parseArgs({
    args: words,
    options: forParser(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name))
  if (unknown?.kind !== 'option') return
  const near = nearestName(unknown.name, Object.keys(options))
  throw new UsageError(`${name} has no option ${unknown.rawName}${near ? `; did you mean --${near}?` : seeHelp(name)}`)
}

function parseStrictly(name: string, options: Record<string, Option>, words: string[]) {
  try {
    return parseArgs({ args: words, options: forParser(options), strict: true, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [, key = ''] = /'(?:-\w, )?--([\w-]+)/.exec(error.message) ?? []
    const option = options[key]
    if (!option) throw new UsageError(`${name}: ${error.message.replaceAll('\n', ' ')}`)
    throw new UsageError(
      option.type === 'boolean'
        ? `${name}: --${key} takes no value`
        : `${name}: --${key} needs a value, as in --${key} ${placeholderOf(option)}`,
    )
  }
}

function readValue(name: string, key: string, option: Option, value: unknown): unknown {
  if (option.type === 'boolean') return value === true
  if (value === undefined) {
    if (option.required) throw new UsageError(`${name} needs --${key} ${placeholderOf(option)}${seeHelp(name)}`)
    return option.multiple ? [] : option.default
  }
  return Array.isArray(value)
    ? value.map((each) => checked(name, key, option, each))
    : checked(name, key, option, value)
}

function checked(name: string, key: string, { type, choices }: Option, value: unknown): string | number {
  const text = String(value)
  if (type === 'integer') {
    if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${name}: --${key} takes a whole number, not '${text}'`)
    return Number(text)
  }
  if (choices && !choices.includes(text)) {
    const near = nearestName(text, choices)
    throw new UsageError(
      `${name}: --${key} takes one of ${choices.join(', ')}, not '${text}'${near ? `; did you mean ${near}?` : ''}`,
    )
  }
  if (!text) throw new UsageError(`${name}: --${key} needs a value that is not empty`)
  return text
}

function assign(
  name: string,
  declared: Readonly<Record<string, Argument>>,
  words: string[],
): Record<string, string | string[] | undefined> {
  const rest = [...words]
  const assigned: Record<string, string | string[] | undefined> = {}
  for (const [key, { optional, many }] of Object.entries(declared)) {
    const value = many ? rest.splice(0) : rest.shift()
    const missing = value === undefined || (many && value.length === 0)
    if (missing && !optional) throw new UsageError(`${name} needs ${key.toUpperCase()}${seeHelp(name)}`)
    assigned[key] = value
  }
  const [surplus] = rest
  if (surplus !== undefined) {
    const takes = Object.keys(declared).map((key) => key.toUpperCase())
    throw new UsageError(
      `${name} takes ${takes.length ? `${takes.join(' ')} and nothing more` : 'no argument'}: '${surplus}' is too many${seeHelp(name)}`,
    )
  }
  return assigned
}

/** The placeholder of an option's value in help and errors. */
export const placeholderOf = ({ value, choices, type }: Option): string =>
  value ?? (choices && choices.length <= 4 ? choices.join('|') : type === 'integer' ? 'N' : 'VALUE')

const seeHelp = (name: string): string => `; see: ${programName()} help ${name}`
