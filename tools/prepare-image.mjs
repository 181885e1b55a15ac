// For the container image: packages, models and pages, fetched once while it is built.
import { ensureModels, ensurePackages, ensurePages } from './prepare.mjs'

await ensurePackages()
await ensureModels()
await ensurePages()
