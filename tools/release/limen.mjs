#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
// limen [COMMAND]: starts the service, or runs one of its commands. Data is stored in ./data of the current folder.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(`limen needs Node 24.7 or later; this is ${process.versions.node}`)
  process.exit(1)
}
if (process.argv.length < 3) process.argv.push('serve', '--supervised')
await import('../dist/server/cli.js')
