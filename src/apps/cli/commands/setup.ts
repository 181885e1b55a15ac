import { readConfig } from '../../../kernel/config.ts'
import { readSetup } from '../../../kernel/setup/read-setup.ts'
import {
  isSetUp,
  SETUP_ANSWERS,
  SETUP_STEPS,
  type SetupLine,
  type SetupStep,
  setupOf,
} from '../../../kernel/setup/setup.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { changeTenant } from '../../../kernel/tenants/tenants.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { noSuchTenant, UsageError } from '../../../platform/cli/usage.ts'

const MARKS = { done: '✔', open: '!', skipped: '–' } as const

export const command = defineCommand({
  summary: 'list what is still to be set up for real people, and answer a step',
  details: `The same list as /console/setup and \`doctor\`. A step is done when a fact says so; for some only your answer counts:
\`done\` says that it is done, \`skipped\` that it is left out, \`open\` withdraws the answer.
Ends with 1 while a step is open.`,
  arguments: {
    step: { optional: true, description: `one of ${SETUP_STEPS.join(', ')}` },
    answer: { optional: true, description: `${SETUP_ANSWERS.join(', ')} or open` },
  },
  options: {
    tenant: { type: 'string', value: 'ID', description: 'whose set-up; the first tenant where none is named' },
  },
  examples: ['setup', 'setup retention done', 'setup backup skipped'],
  run: ({ args: { step, answer }, options: { tenant: wanted } }) =>
    withStorage(async (storage) => {
      const all = await storage.tenants.all()
      const found = wanted === undefined ? all[0] : all.find(({ id }) => id === wanted)
      if (!found) throw noSuchTenant({ tenant: wanted ?? 'default' })
      let tenant = found
      if (step !== undefined) {
        if (!(SETUP_STEPS as readonly string[]).includes(step))
          throw new UsageError(`'${step}' is not a step of the set-up; there are ${SETUP_STEPS.join(', ')}`)
        if (answer === undefined || ![...SETUP_ANSWERS, 'open'].includes(answer))
          throw new UsageError(`say ${SETUP_ANSWERS.join(', ')} or open`)
        const { [step as SetupStep]: _before, ...others } = tenant.settings.setup ?? {}
        const setup = answer === 'open' ? others : { ...others, [step]: answer }
        const changed = await changeTenant(storage, tenant.id, { settings: { setup } }, ACTOR)
        if (!changed.ok) throw new UsageError(`the answer could not be stored: ${changed.refusal}`)
        tenant = changed.value
      }
      const { baseUrl, webhookUrl } = readConfig(process.env)
      const lines = setupOf(await readSetup(storage, tenant, { baseUrl, webhookUrl }))
      return { data: lines, text: lines.map(format(tenant.id)).join('\n'), exitCode: isSetUp(lines) ? 0 : 1 }
    }),
})

const format =
  (tenant: string) =>
  ({ state, step, title, now, ifSkipped, command: how }: SetupLine): string =>
    [
      `${MARKS[state]} ${step.padEnd(11)} ${title}: ${now}`,
      ...(state === 'done' ? [] : [`              Without it: ${ifSkipped}`]),
      ...(state === 'open' ? [`              → ${how.replace(' ID ', ` ${tenant} `)}`] : []),
    ].join('\n')
