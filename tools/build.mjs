// npm run build: packages, models and dist, whatever of them is missing. `npm start`, the container image, the npm package and
// the systemd unit run what it makes.
import { ensureBuild, ensureModels, ensureNode, ensurePackages, say } from './prepare.mjs'

try {
  await ensureNode()
  await Promise.all([ensurePackages('service'), ensureModels()])
  await ensureBuild()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
