// npm run build: installs and builds what is missing of packages, models and dist. `npm start`, the container image,
// the npm package and the systemd unit run the result.
import { ensureBuild, ensureModels, ensureNode, ensurePackages, say } from './prepare.mjs'

try {
  await ensureNode()
  await Promise.all([ensurePackages('service'), ensureModels()])
  await ensureBuild()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
