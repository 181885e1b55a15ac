// npm run vulnerabilities: known vulnerabilities of the packages in the lock file, according to the registry. A report,
// not a gate: a new advisory must not block a fix. Plain JavaScript for Node 18 and later.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The report for the answer of `npm audit --json`; undefined text means that there was none. */
export function reportOf(text) {
  let answer
  try {
    answer = JSON.parse(text)
  } catch {
    return ['known vulnerabilities: not checked, npm gave no answer that could be read']
  }
  if (!answer.vulnerabilities)
    return [`known vulnerabilities: not checked, the registry does not answer (${answer.message ?? 'no reason given'})`]
  const found = Object.values(answer.vulnerabilities)
  if (!found.length) return ['known vulnerabilities: none in the packages of the lock file']
  return [
    `known vulnerabilities: ${found.length} packages`,
    ...found.map(({ name, severity, range, fixAvailable }) => {
      return `  ${severity.padEnd(8)} ${name} ${range}${fixAvailable ? ', fixed in a later version' : ''}`
    }),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const windows = process.platform === 'win32'
  const { stdout } = spawnSync(windows ? 'npm.cmd' : 'npm', ['audit', '--json', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // The message may name the registry: do not print a host.
  for (const line of reportOf(stdout ?? '')) console.log(line.replace(/https?:\/\/[^\s)]+/g, 'its address'))
}
