#!/usr/bin/env node
import { run } from '../dist/command.js'

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error?.constructor?.name === 'UsageError' ? 2 : 1
}
