import type { Tenants } from '../../../kernel/ports/tenants.ts'
import { MODES } from '../../../kernel/session/session-words.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { noSuchTenant, UsageError } from '../../../platform/cli/usage.ts'
import { BLOCK_REFUSALS, blockPerson, unblockPerson } from '../actions/blocklist.ts'
import type { Blocked } from '../domain/blocklist.ts'

const WHOSE = {
  tenant: { type: 'string', value: 'ID', default: 'default', description: 'whose list' },
  mode: { type: 'string', value: 'MODE', choices: MODES, default: 'live', description: 'the mode of the sessions' },
} as const

async function mustExist(tenants: Pick<Tenants, 'load'>, tenant: string): Promise<void> {
  if (!(await tenants.load(tenant))) throw noSuchTenant({ tenant })
}

export const command = defineGroup({
  summary: 'your own list of people who are referred to a reviewer',
  details:
    'Each tenant and mode has its own list. A hit refers and never rejects; it counts if the tenant has screening on.',
  commands: {
    list: defineCommand({
      summary: 'list the entries with reason, author and time',
      options: WHOSE,
      run: async ({ options: { tenant, mode } }) => {
        const entries = await withStorage(async ({ blocklist, tenants }) => {
          await mustExist(tenants, tenant)
          return blocklist.all(tenant, mode)
        })
        return { data: entries, text: entries.map(lineOf).join('\n') || 'nobody is on the list' }
      },
    }),
    add: defineCommand({
      summary: 'add a name, a document number, or the face of a session',
      options: {
        ...WHOSE,
        name: { type: 'string', value: 'NAME', description: 'in any script and order' },
        birth: { type: 'string', value: 'DATE', description: 'with a name: 1961-03-14, 1961-03 or 1961' },
        number: { type: 'string', value: 'NUMBER', description: 'of a document or person' },
        session: { type: 'string', value: 'ID', description: 'the session whose face it is' },
        reason: { type: 'string', value: 'WORDS', required: true, description: 'shown to the reviewer' },
      },
      examples: ['blocklist add --name "Zanthor Quibblewick" --birth 1961-03-14 --reason "sold a borrowed lamp"'],
      run: async ({ options: { tenant, mode, name, birth, number, session, reason } }) => {
        if ([name, number, session].filter((each) => each !== undefined).length !== 1)
          throw new UsageError('give one of --name, --number and --session')
        const kind = name !== undefined ? 'name' : number !== undefined ? 'number' : 'face'
        const added = await withStorage(async (ports) => {
          await mustExist(ports.tenants, tenant)
          const who = { tenant, mode, actor: ACTOR, by: ACTOR }
          return blockPerson(ports, who, { kind, name, birth, number, sessionId: session, reason })
        })
        if (!added.ok) throw new UsageError(BLOCK_REFUSALS[added.refusal])
        return { data: added.value, text: `${added.value.id} is on the list of ${tenant}, ${mode}` }
      },
    }),
    remove: defineCommand({
      summary: 'remove an entry from the list',
      arguments: { id: { description: 'the entry' } },
      options: WHOSE,
      destroys: true,
      run: ({ args: { id }, options: { tenant, mode }, confirm }) =>
        withStorage(async (ports) => {
          await confirm(`remove the entry ${id} from the blocklist of ${tenant}`)
          if (!(await unblockPerson(ports, { tenant, mode, actor: ACTOR }, id)))
            throw new UsageError(`the blocklist of ${tenant}, ${mode}, has no entry ${id}`)
          return { data: { removed: id }, text: `${id} is removed` }
        }),
    }),
  },
})

function lineOf({ id, kind, name, birth, number, sessionId, reason, by, at, faceGone }: Blocked): string {
  const lost = faceGone && `the ${faceGone === 'erased' ? 'session was erased' : 'face was deleted'}`
  const who = lost ?? [name, birth, number, sessionId].filter(Boolean).join(', ')
  return [id, kind.padEnd(6), who, reason, `by ${by}`, at.toISOString().slice(0, 16)].filter(Boolean).join('  ')
}
