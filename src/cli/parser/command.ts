/** An option of a command: `--name`, or `--name VALUE`. */
export interface Option {
  type: 'boolean' | 'string' | 'integer'
  description: string
  /** What stands for the value in help: ID, FILE, N. */
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
  /** `--json` was given. Only a command that prints by itself needs to look. */
  json: boolean
  /**
   * Says what is about to be destroyed and asks on a terminal; `--yes` answers. Ends the command here when the answer is
   * no, and under `--dry-run`. Call it once everything has been checked and before anything is changed.
   */
  confirm(sentence: string): Promise<void>
  /** Asks on a terminal; undefined where nobody can be asked, and under `--json`. */
  ask: ((question: string) => Promise<string>) | undefined
  /** Every command there is. */
  allCommands(): Promise<[string, Command][]>
}

/** What a command found or did: for people as text, for programs, under `--json`, as data. */
export interface Answer {
  text: string
  data: unknown
  /** 0 unless given. */
  exitCode?: number
}

interface Declared<A extends Arguments, O extends Options> {
  /** One line for the list of commands: what it does, in the imperative, without a full stop. */
  summary: string
  /** What else help should say. */
  details?: string
  arguments?: A
  options?: O
  /** Asks before it acts, and has `--yes` and `--dry-run`. A function where only some options destroy something. */
  destroys?: true | ((options: OptionValues<O>) => boolean)
  /** Asks too, and has the same options, but has something to show first. */
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

/** A command whose output grows while it works, or is a file format of its own. */
interface PrintingCommand<A extends Arguments = Arguments, O extends Options = Options> extends Declared<A, O> {
  /** Says whether it has `--json`; then it looks at `call.json` itself. */
  printsItself: { json: boolean }
  /** The exit code, 0 when it answers nothing. */
  run(call: Call<A, O>): Promise<number | undefined>
}

export type Leaf = AnsweringCommand | PrintingCommand

/** Commands under one name: `credentials create`, `credentials list`. Without a further word, `run` where there is one. */
interface Group {
  summary: string
  details?: string
  commands: Readonly<Record<string, Leaf>>
  /** What the name does by itself, as `backup FOLDER` does in addition to `backup verify FOLDER`. */
  alone?: Leaf
}

export type Command = Leaf | Group

export const isGroup = (command: Command): command is Group => 'commands' in command

/** Declares a command; its `run` gets arguments and options with their types. */
export function defineCommand<
  const A extends Arguments = Record<never, never>,
  const O extends Options = Record<never, never>,
>(command: AnsweringCommand<A, O> | PrintingCommand<A, O>): Leaf {
  return command as unknown as Leaf
}

export const defineGroup = (group: Group): Group => group
