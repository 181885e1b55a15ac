import { stopWhenAsked } from '../../../src/apps/cli/support/start.ts'
import { accept } from '../../../src/formats/result.ts'
import { readConfig } from '../../../src/kernel/config.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { readS3Credentials } from '../../../src/kernel/storage/open-for-command.ts'
import { startService } from '../../../src/main.ts'
import type { Engine } from '../../../src/vision/engine.ts'
import { selfie } from '../../../test/kernel/decision/genuine.ts'
import { anyFace } from './any-face.ts'
import { echoEngine } from './echo-engine.ts'

/**
 * One node of the service as a separate process, with the engine of the benches: for benches that kill it. With
 * BENCH_FACES every selfie shows a face of its own.
 */
const strangers: Engine = {
  ...echoEngine,
  async readFace(picture) {
    const bytes = Buffer.from(picture)
    const images = { face_original: bytes, face_cropped: bytes }
    return accept({ reading: selfie({ template: anyFace() }), images, hash: new Uint8Array() })
  },
}
const config = readConfig(process.env)
const service = await startService({
  policy: defaultPolicy(),
  config,
  s3: readS3Credentials(process.env),
  engine: process.env.BENCH_FACES ? strangers : echoEngine,
})
stopWhenAsked(service, config)
process.stdout.write(`listening at ${service.address}\n`)
