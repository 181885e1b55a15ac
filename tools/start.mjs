// npm start: builds what is missing, then serves.
import { join } from 'node:path'
import './build.mjs'
import { root } from './prepare.mjs'

const program = join(root, 'dist/server/cli.js')
// Compiled code is cached for the next start: it saves a third of the time until it listens.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled')
process.argv.splice(1, 1, program, 'serve', '--supervised')
await import(program)
