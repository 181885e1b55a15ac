import { isGroup, type Leaf } from '../../../src/platform/cli/command.ts'
import { type CommandTable, loadAll } from '../../../src/platform/cli/run-command-line.ts'

/** Every command that can be run, under its whole name. */
export async function listLeaves(table: CommandTable): Promise<[string, Leaf][]> {
  return (await loadAll(table)).flatMap(([name, command]): [string, Leaf][] =>
    isGroup(command)
      ? [
          ...(command.alone ? [[name, command.alone] as [string, Leaf]] : []),
          ...Object.entries(command.commands).map(([verb, leaf]): [string, Leaf] => [`${name} ${verb}`, leaf]),
        ]
      : [[name, command]],
  )
}
