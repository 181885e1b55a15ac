import { type Command, defineCommand, isGroup, type Leaf } from '../../../platform/cli/command.ts'
import { optionsOf } from '../../../platform/cli/parse-call.ts'
import { UsageError } from '../../../platform/cli/usage.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export const command = defineCommand({
  summary: 'print a script with which a shell completes commands and options',
  details: `bash: source <(limen completion bash)
zsh:  source <(limen completion zsh)
fish: limen completion fish > ~/.config/fish/completions/limen.fish`,
  arguments: { shell: { description: SHELLS.join(', ') } },
  printsItself: { json: false },
  run: async ({ args: { shell }, allCommands }) => {
    if (!isShell(shell)) throw new UsageError(`completion takes one of ${SHELLS.join(', ')}, not '${shell}'`)
    console.log(completionFor(shell, await allCommands()))
    return undefined
  },
})

const isShell = (word: string): word is Shell => (SHELLS as readonly string[]).includes(word)

/** A script that completes commands, their verbs and options, and files elsewhere. */
export function completionFor(shell: Shell, commands: [string, Command][]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](entriesOf(commands))
}

/** The possible next words after those typed so far. */
interface Entry {
  /** The command's words, empty for the program itself. */
  path: string[]
  words: { word: string; description: string }[]
}

function entriesOf(commands: [string, Command][]): Entry[] {
  const top = commands.map(([word, { summary }]) => ({ word, description: summary }))
  const help = [
    { word: 'help', description: 'say what a command takes' },
    { word: '--version', description: 'print the version' },
  ]
  return [
    { path: [], words: [...top, ...help] },
    { path: ['help'], words: top },
    ...commands.flatMap(([name, command]): Entry[] => {
      if (!isGroup(command)) return [{ path: [name], words: flagsOf(command) }]
      const verbs = Object.entries(command.commands)
      const shown = firstWords(verbs.map(([verb, { summary }]) => [verb, summary]))
      return [
        { path: [name], words: [...shown, ...(command.alone ? flagsOf(command.alone) : [])] },
        { path: ['help', name], words: shown },
        ...secondWords(name, verbs),
        ...verbs.map(([verb, leaf]) => ({ path: [name, ...verb.split(' ')], words: flagsOf(leaf) })),
      ]
    }),
  ]
}

/** Each once: a verb of two words comes with the description of the first that begins with it. */
const firstWords = (verbs: (readonly [string, string])[]) =>
  [...new Map(verbs.map(([verb, description]) => [verb.split(' ')[0] ?? verb, description] as const).toReversed())]
    .toReversed()
    .map(([word, description]) => ({ word, description }))

/** What follows the first word of verbs that have two. */
function secondWords(name: string, verbs: [string, Leaf][]): Entry[] {
  const double = verbs.flatMap(([verb, { summary }]) => {
    const [first, word] = verb.split(' ')
    return first && word ? [{ first, word, description: summary }] : []
  })
  return [...new Set(double.map(({ first }) => first))].map((first) => ({
    path: [name, first],
    words: double.filter((each) => each.first === first).map(({ word, description }) => ({ word, description })),
  }))
}

const flagsOf = (leaf: Leaf) => [
  ...Object.entries(optionsOf(leaf)).map(([key, { description }]) => ({ word: `--${key}`, description })),
  { word: '--help', description: 'say what it takes' },
]

const list = ({ words }: Entry): string => words.map(({ word }) => word).join(' ')

function bashScript(entries: Entry[]): string {
  return `# limen completion bash, for ~/.bashrc: source <(limen completion bash)
_limen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1}" in
${entries
  .toSorted((a, b) => b.path.length - a.path.length)
  .map((entry) => `    ${pattern(entry)}) words='${list(entry)}' ;;`)
  .join('\n')}
    *) words='' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _limen limen`
}

/** The words of a command, on their own or followed by others. */
function pattern({ path }: Entry): string {
  return path.length ? `'${path.join(' ')}'|'${path.join(' ')} '*` : `''`
}

function zshScript(entries: Entry[]): string {
  const described = ({ words }: Entry) =>
    words.map(({ word, description }) => `'${escaped(word)}:${quoted(description)}'`).join(' ')
  return `#compdef limen
# limen completion zsh, for ~/.zshrc: source <(limen completion zsh)
_limen() {
  local -a choices
  case "\${(j: :)words[2,CURRENT-1]}" in
${entries
  .toSorted((a, b) => b.path.length - a.path.length)
  .map((entry) => `    ${pattern(entry)}) choices=(${described(entry)}) ;;`)
  .join('\n')}
    *) choices=() ;;
  esac
  _describe 'limen' choices || _files
}
compdef _limen limen`
}

function fishScript(entries: Entry[]): string {
  const lines = entries.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const at = `-n '__limen_at ${path.join(' ')}'`.replace(" '", path.length ? " '" : "'")
      const choice = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
      return `complete -c limen ${at} ${choice} -d '${quoted(description)}'`
    }),
  )
  return `# limen completion fish > ~/.config/fish/completions/limen.fish
function __limen_at
    set -l typed (commandline -opc)[2..-1]
    set -l names
    for word in $typed
        string match -q -- '-*' $word; and break
        set -a names $word
    end
    set -l wanted $argv
    test (count $wanted) -eq 0; and begin; test (count $names) -eq 0; return; end
    test (count $names) -ge (count $wanted); or return 1
    test "$names[1..(count $wanted)]" = "$wanted"
end
${lines.join('\n')}`
}

const quoted = (text: string): string => text.replaceAll("'", '’')
const escaped = (word: string): string => word.replaceAll(':', '\\:')
