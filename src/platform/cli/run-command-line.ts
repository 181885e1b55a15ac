import program from '../../../package.json' with { type: 'json' }
import { nearestName } from '../../formats/text/nearest.ts'
import { type Command, isGroup, type Leaf } from './command.ts'
import { describeCommand, describeProgram } from './help.ts'
import { asksForHelp, type Parsed, parseCall } from './parse-call.ts'
import { programName, UsageError } from './usage.ts'

/** Every command by its name, loaded when it is called. */
export type CommandTable = Readonly<Record<string, () => Promise<{ command: Command }>>>

/** Input, output and environment of a command line. */
interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Absent if it is not interactive. */
  ask?: ((question: string) => Promise<string>) | undefined
}

/** An ordinary fault of the machine or its settings, as a sentence; undefined for a bug. */
export type DescribeFault = (error: unknown) => { sentence: string; exitCode: number } | undefined

/** Runs one command line and answers its exit code: 0 done, 1 failed or not confirmed, 2 called wrongly. */
export async function runCommandLine(
  words: string[],
  table: CommandTable,
  terminal: Terminal,
  describeFault: DescribeFault,
): Promise<number> {
  try {
    return await dispatch(words, table, terminal)
  } catch (error) {
    if (error instanceof NotConfirmed) return error.exitCode
    if (error instanceof UsageError) {
      terminal.err(error.message)
      return 2
    }
    const fault = describeFault(error)
    if (!fault) throw error
    terminal.err(fault.sentence)
    return fault.exitCode
  }
}

async function dispatch(words: string[], table: CommandTable, terminal: Terminal): Promise<number> {
  const [first, ...rest] = words
  if (first === '--version' || first === '-v' || first === 'version') {
    terminal.out(program.version)
    return 0
  }
  if (first === undefined || (first === 'help' && !rest.length) || first === '--help' || first === '-h') {
    terminal.out(describeProgram(await loadAll(table)))
    return 0
  }
  const isHelp = first === 'help' || asksForHelp(words)
  const path = (first === 'help' ? rest : words).filter((word) => !isHelp || !word.startsWith('-'))
  const found = await find(path, table, isHelp)
  if (isHelp) {
    terminal.out(describeCommand(found.name, found.command))
    return 0
  }
  const { command, name, rest: own } = found
  if (isGroup(command)) throw missingVerb(name, command)
  return call(name, command, parseCall(name, command, own), terminal, () => loadAll(table))
}

interface Found {
  name: string
  command: Command
  rest: string[]
}

/** The command that the words name, as deep as they match; the rest are its arguments. */
async function find([name = '', ...rest]: string[], table: CommandTable, isHelp: boolean): Promise<Found> {
  const load = Object.hasOwn(table, name) ? table[name] : undefined
  if (!load) {
    const near = nearestName(name, Object.keys(table))
    const hint = near ? `did you mean ${near}?` : `${programName()} help lists them`
    throw new UsageError(`there is no command '${name}'; ${hint}`)
  }
  const { command } = await load()
  if (!isGroup(command)) return { name, command, rest }
  const [verb = '', ...after] = rest
  const [second, ...later] = after
  for (const [words, left] of [[`${verb} ${second}`, later] as const, [verb, after] as const]) {
    const leaf = Object.hasOwn(command.commands, words) ? command.commands[words] : undefined
    if (leaf) return { name: `${name} ${words}`, command: leaf, rest: left }
  }
  if (isHelp && verb && !command.alone) throw missingVerb(name, command, verb)
  if (isHelp) return { name, command, rest }
  if (command.alone) return { name, command: command.alone, rest }
  throw missingVerb(name, command, verb.startsWith('-') ? '' : verb)
}

function missingVerb(name: string, { commands }: { commands: object }, verb = ''): UsageError {
  const verbs = Object.keys(commands)
  const near = verb && nearestName(verb, verbs)
  return new UsageError(
    verb
      ? `there is no command '${name} ${verb}'; ${near ? `did you mean ${name} ${near}?` : `it takes one of ${verbs.join(', ')}`}`
      : `${name} needs one of ${verbs.join(', ')}; see: ${programName()} help ${name}`,
  )
}

async function call(
  name: string,
  leaf: Leaf,
  parsed: Parsed,
  terminal: Terminal,
  allCommands: () => Promise<[string, Command][]>,
): Promise<number> {
  const { args, options, json } = parsed
  const destroys = typeof leaf.destroys === 'function' ? leaf.destroys(options) : leaf.destroys === true
  const cannotAsk = !parsed.yes && !parsed.dryRun && !terminal.ask
  if (destroys && cannotAsk) throw nobodyToAsk(name)
  const confirm = (sentence: string) => {
    if (cannotAsk) throw nobodyToAsk(name)
    return confirmOn(terminal, parsed, sentence)
  }
  const given = { args, options, json, confirm, ask: json ? undefined : terminal.ask, allCommands }
  if ('printsItself' in leaf) return (await leaf.run(given)) ?? 0
  const { text, data, exitCode = 0 } = await leaf.run(given)
  if (json) terminal.out(JSON.stringify(data, undefined, 2))
  else if (text) terminal.out(text)
  return exitCode
}

const nobodyToAsk = (name: string): UsageError =>
  new UsageError(`${name} asks before it acts, and nobody can be asked here: use --yes, or --dry-run to try it`)

class NotConfirmed extends Error {
  readonly exitCode: number
  constructor(exitCode: number) {
    super('not confirmed')
    this.exitCode = exitCode
  }
}

async function confirmOn(terminal: Terminal, { yes, dryRun, json }: Parsed, sentence: string): Promise<void> {
  if (dryRun) {
    if (json) terminal.out(JSON.stringify({ dryRun: true, would: sentence }, undefined, 2))
    else terminal.out(`This would ${sentence}.\nNothing was changed: --dry-run was given.`)
    throw new NotConfirmed(0)
  }
  if (yes) return
  const answer = await terminal.ask?.(`This will ${sentence}. Go on? [y/N] `)
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return
  terminal.err('Nothing was changed.')
  throw new NotConfirmed(1)
}

/** Every command with its name, in the order of the table. */
export async function loadAll(table: CommandTable): Promise<[string, Command][]> {
  return Promise.all(
    Object.entries(table).map(async ([name, load]): Promise<[string, Command]> => [name, (await load()).command]),
  )
}
