/** An option of a command: `--name`, or `--name VALUE`. */
export interface Option {
  type: 'boolean' | 'string' | 'integer'
  description: string
  /** The placeholder of the value in help: ID, FILE, N. */
  value?: string
  choices?: readonly string[]
  required?: true
  /** May be given several times. */
  multiple?: true
  default?: string | number
}

/** A word after the command's name. The last one may be `many` or `optional`. */
export interface Argument {
  description: string
  optional?: true
  many?: true
}

export type Options = Readonly<Record<string, Option>>
export type Arguments = Readonly<Record<string, Argument>>

type One<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O['type'] extends 'integer'
    ? number
    : O extends { choices: readonly (infer Choice)[] }
      ? Choice
      : string

type OptionValue<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O extends { multiple: true }
    ? One<O>[]
    : O extends { required: true } | { default: string | number }
      ? One<O>
      : One<O> | undefined

type OptionValues<O extends Options> = { [Name in keyof O]: OptionValue<O[Name]> }

type ArgumentValues<A extends Arguments> = {
  [Name in keyof A]: A[Name] extends { many: true }
    ? string[]
    : A[Name] extends { optional: true }
      ? string | undefined
      : string
}

/** What a command was called with, every value checked against its declaration. */
export interface Call<A extends Arguments, O extends Options> {
  args: ArgumentValues<A>
  options: OptionValues<O>
  /** `--json` was given. Only a command that prints its own output needs to look. */
  json: boolean
  /**
   * Says what is about to be destroyed and asks on a terminal; `--yes` answers. Ends the command here when the answer
   * is no, and with `--dry-run`. Call it after everything has been checked and before anything is changed.
   */
  confirm(sentence: string): Promise<void>
  /** Asks on a terminal; undefined if nobody can be asked, and with `--json`. */
  ask: ((question: string) => Promise<string>) | undefined
  /** Every command there is. */
  allCommands(): Promise<[string, Command][]>
}

/** What a command found or did: as text for people, and as data for programs (`--json`). */
export interface Answer {
  text: string
  data: unknown
  /** The exit code; 0 unless given. */
  exitCode?: number
}

interface Declared<A extends Arguments, O extends Options> {
  /** One line for the list of commands: what it does, in the imperative, without a full stop. */
  summary: string
  /** Further text for help. */
  details?: string
  arguments?: A
  options?: O
  /** Asks before it acts, and has `--yes` and `--dry-run`. A function if only some options destroy something. */
  destroys?: true | ((options: OptionValues<O>) => boolean)
  /** Asks too, and has the same options, but shows something first. */
  asks?: true
  /** It runs until it is stopped, as the service does. */
  staysUp?: true
  /** Lines of help with calls as they are typed, without the program's name. */
  examples?: readonly string[]
}

interface AnsweringCommand<A extends Arguments = Arguments, O extends Options = Options> extends Declared<A, O> {
  /** The runner prints the answer, as text or under `--json` as data. */
  run(call: Call<A, O>): Promise<Answer>
}

/** A command that prints while it works, or has an output format of its own. */
interface PrintingCommand<A extends Arguments = Arguments, O extends Options = Options> extends Declared<A, O> {
  /** Whether it has `--json`; it must check `call.json` itself. */
  printsItself: { json: boolean }
  /** The exit code, 0 when it answers nothing. */
  run(call: Call<A, O>): Promise<number | undefined>
}

export type Leaf = AnsweringCommand | PrintingCommand

/**
 * Commands under one name: `credentials create`, `credentials list`; the name of one may be two words, as in `openid
 * clients create`. Without a further word, `alone` if there is one.
 */
interface Group {
  summary: string
  details?: string
  commands: Readonly<Record<string, Leaf>>
  /** The command of the name itself, as `backup FOLDER` in addition to `backup verify FOLDER`. */
  alone?: Leaf
}

export type Command = Leaf | Group

export const isGroup = (command: Command): command is Group => 'commands' in command

/** Declares a command; its `run` gets typed arguments and options. */
export function defineCommand<
  const A extends Arguments = Record<never, never>,
  const O extends Options = Record<never, never>,
>(command: AnsweringCommand<A, O> | PrintingCommand<A, O>): Leaf {
  return command as unknown as Leaf
}

export const defineGroup = (group: Group): Group => group
