import { acceptRights } from '../../../kernel/operations/maintain.ts'
import type { UnsignedRow } from '../../../kernel/ports/installation.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { UsageError } from '../../../platform/cli/usage.ts'

const list = defineCommand({
  summary: 'list rows of the database that would give a right and that this installation did not write',
  details: 'Ends with 1 when there are any.',
  run: () =>
    withStorage(async ({ installation }) => {
      const rows = await installation.unsignedRows()
      return { data: rows, text: format(rows) || 'every row carries its MAC', exitCode: rows.length ? 1 : 0 }
    }),
})

const accept = defineCommand({
  summary: 'accept such rows as they are, so that they give their rights',
  details: `For rows that nodes of an earlier version wrote during an upgrade. Look at each first: anyone who can write to the
database could have put it there. Who accepted them stays in the audit log. A row that is not accepted gives no
right; remove it from the database.`,
  arguments: {
    row: { many: true, optional: true, description: 'the rows, as `rights list` names them; all if none is named' },
  },
  destroys: true,
  examples: ['rights accept', 'rights accept credential:shop'],
  run: ({ args: { row: named }, confirm }) =>
    withStorage(async (ports) => {
      const unsigned = await ports.installation.unsignedRows()
      const unknown = named.find((id) => unsigned.every((row) => row.id !== id))
      if (unknown !== undefined) throw new UsageError(`'${unknown}' is not one of the rows that \`rights list\` names`)
      const rows = named.length ? unsigned.filter(({ id }) => named.includes(id)) : unsigned
      if (!rows.length) return { data: { accepted: 0 }, text: 'every row carries its MAC' }
      await confirm(`let these rows give their rights:\n${format(rows)}\n`)
      const accepted = await acceptRights(ports, rows, ACTOR)
      return { data: { accepted, rows }, text: `${accepted} rows give their rights from now on:\n${format(rows)}` }
    }),
})

export const command = defineGroup({
  summary: 'list or accept rows of the database that give a right and carry no MAC',
  commands: { list, accept },
})

const format = (rows: readonly UnsignedRow[]): string => rows.map(({ id, says }) => `${id}\t${says}`).join('\n')
