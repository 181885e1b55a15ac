import { stopWhenAsked } from '../../../src/apps/cli/support/start.ts'
import { readConfig } from '../../../src/kernel/config.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { readS3Credentials } from '../../../src/kernel/storage/open-for-command.ts'
import { startService } from '../../../src/main.ts'
import { echoEngine } from './echo-engine.ts'

/** One node of the service as a separate process, with the engine of the benches: for benches that kill it. */
const config = readConfig(process.env)
const service = await startService({
  policy: defaultPolicy(),
  config,
  s3: readS3Credentials(process.env),
  engine: echoEngine,
})
stopWhenAsked(service, config)
process.stdout.write(`listening at ${service.address}\n`)
