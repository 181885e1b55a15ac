import { defineCommand } from '../parser/command.ts'
import { completionFor, SHELLS, type Shell } from '../parser/completion.ts'
import { UsageError } from '../support/usage.ts'

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
