// For the container image: packages, models, pages and program, fetched once while it is built.
import { ensureModels, ensurePackages, ensurePages, ensureProgram } from './prepare.mjs'

await ensurePackages()
await ensureModels()
await ensurePages()
await ensureProgram()
