import { rotateMasterKey, rotateSigningKey } from '../../../kernel/operations/maintain.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'

const rotateMaster = defineCommand({
  summary: 'wrap every stored key under a new master key',
  details: `Under MASTER_KEY, with the old one as PREVIOUS_MASTER_KEY; or, if the key is a file in DATA_DIR, under a new one
that replaces the file. Earlier backups need the old key.`,
  destroys: true,
  run: ({ confirm }) =>
    withStorage(async (ports) => {
      await confirm('wrap the key of every session under a new master key; keep the old one for earlier backups')
      const wrapped = await rotateMasterKey(ports, ACTOR)
      return { data: { wrapped }, text: `${wrapped} keys are wrapped again` }
    }),
})

const rotateSigning = defineCommand({
  summary: 'sign access tokens with a new key; tokens already issued stay valid until they expire',
  destroys: true,
  run: ({ confirm }) =>
    withStorage(async (ports) => {
      await confirm('sign access tokens with a new key from now on')
      const kid = await rotateSigningKey(ports, ACTOR)
      return { data: { kid }, text: `tokens are signed with ${kid} from now on` }
    }),
})

export const command = defineGroup({
  summary: 'rotate the master key or the token signing key',
  details: 'Both can run while the service does, and be started again after a crash.',
  commands: { 'rotate-master': rotateMaster, 'rotate-signing': rotateSigning },
})
