// npm start: builds what is missing, then serves.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import './build.mjs'
import { forwardSignals, root } from './prepare.mjs'

const program = join(root, 'dist/server/cli.js')
const args = ['--disable-warning=ExperimentalWarning', program, 'serve', ...process.argv.slice(2)]
// What one start has compiled, the next takes as it is: a third of its time until it listens.
const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled')
const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: compiled } })
forwardSignals(child)
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
