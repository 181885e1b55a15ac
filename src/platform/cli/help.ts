import { type Command, isGroup, type Leaf } from './command.ts'
import { optionsOf, placeholderOf } from './parse-call.ts'
import { programName } from './usage.ts'

/** All commands, a line each. */
export function describeProgram(commands: Iterable<readonly [string, { summary: string }]>): string {
  const rows = [...commands].map(([name, { summary }]): [string, string] => [name, summary])
  return [
    `usage: ${programName()} COMMAND`,
    '',
    ...columns([...rows, ['help', 'show this list, or the help of a command: help COMMAND']]),
    '',
    `${programName()} help COMMAND and COMMAND --help say more. --version prints the version.`,
  ].join('\n')
}

/** The help of a command: its forms, arguments and options. */
export function describeCommand(name: string, command: Command): string {
  if (!isGroup(command)) return describeLeaf(name, command)
  const forms = [
    ...(command.alone ? [[name, command.alone] as const] : []),
    ...Object.entries(command.commands).map(([verb, leaf]) => [`${name} ${verb}`, leaf] as const),
  ]
  return [
    `${name}: ${command.summary}`,
    '',
    ...columns(forms.map(([path, leaf]) => [formOf(path, leaf), leaf.summary])),
    ...(command.details ? ['', command.details] : []),
    '',
    `${programName()} help ${name} VERB says more of each.`,
  ].join('\n')
}

function describeLeaf(name: string, leaf: Leaf): string {
  const args = Object.entries(leaf.arguments ?? {}).map(([key, { description }]): [string, string] => [
    key.toUpperCase(),
    description,
  ])
  const options = Object.entries(optionsOf(leaf)).map(([key, option]): [string, string] => [
    option.type === 'boolean' ? `--${key}` : `--${key} ${placeholderOf(option)}`,
    [
      option.description,
      option.choices && !placeholderOf(option).includes('|') && `one of ${option.choices.join(', ')}`,
      option.multiple && 'may be given several times',
      option.default !== undefined && `default ${option.default}`,
    ]
      .filter(Boolean)
      .join('; '),
  ])
  return [
    `usage: ${programName()} ${formOf(name, leaf)}`,
    '',
    `${leaf.summary[0]?.toUpperCase()}${leaf.summary.slice(1)}.`,
    ...(leaf.details ? ['', leaf.details] : []),
    ...(args.length ? ['', ...columns(args)] : []),
    '',
    ...columns([...options, ['--help', 'show this']]),
    ...(leaf.examples ? ['', ...leaf.examples.map((line) => `  ${programName()} ${line}`)] : []),
  ].join('\n')
}

/** The command as it is typed: required options, then the others as [options]. */
function formOf(name: string, leaf: Leaf): string {
  const args = Object.entries(leaf.arguments ?? {}).map(([key, { optional, many }]) => {
    const word = `${key.toUpperCase()}${many ? '…' : ''}`
    return optional ? `[${word}]` : word
  })
  const options = Object.entries(leaf.options ?? {})
  const required = options
    .filter(([, option]) => option.required)
    .map(([key, option]) => `--${key} ${placeholderOf(option)}`)
  return [name, ...args, ...required, ...(options.length > required.length ? ['[options]'] : [])].join(' ')
}

const WIDTH = 100

/** Two columns; a first cell that is too long for its column gets a line of its own, and the second is wrapped. */
function columns(rows: [string, string][]): string[] {
  const left = Math.min(28, Math.max(...rows.map(([first]) => first.length)))
  return rows.flatMap(([first, second]) => {
    const lines = wrap(second, WIDTH - left - 4)
    const indented = lines.map((line) => `  ${' '.repeat(left)}  ${line}`)
    if (first.length > left) return [`  ${first}`, ...indented]
    return [`  ${first.padEnd(left)}  ${lines[0] ?? ''}`.trimEnd(), ...indented.slice(1)]
  })
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
