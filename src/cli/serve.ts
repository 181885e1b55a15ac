import { type Config, readConfig } from '../config.ts'
import { type Service, startService } from '../main.ts'
import { s3Credentials } from './storage.ts'

/** Runs until it is told to stop; then finishes what it has accepted. */
export async function run(): Promise<void> {
  const config = readConfig(process.env)
  const service = await startService({ config, s3: s3Credentials(process.env) })
  greet(config, service)

  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      void service.close().then(() => process.exit(0))
    })
}

/** On the terminal, never in the log: the password is shown here and nowhere else. */
function greet({ baseUrl, demo }: Config, { firstCredential: credential, firstAdmin }: Service): void {
  const lines = [
    `Limen is at  ${baseUrl}`,
    `API page     ${baseUrl}/docs`,
    ...(demo ? [`demo         ${baseUrl}/demo${fragment(credential)}`] : []),
    `console      ${baseUrl}/console`,
  ]
  if (credential)
    lines.push(
      '',
      `API username ${credential.username}`,
      `API password ${credential.password}`,
      '(shown this once; make another with: npm run cli -- credentials create)',
    )
  if (firstAdmin)
    lines.push(
      '',
      `console name ${firstAdmin.username}`,
      `   password  ${firstAdmin.password}`,
      '(shown this once; make another with: npm run cli -- reviewers create NAME --role admin)',
    )
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)
}

/** A link that fills the demo's form: the part after # never leaves the browser. */
function fragment(credential: { username: string; password: string } | undefined): string {
  return credential ? `#${encodeURIComponent(`${credential.username}:${credential.password}`)}` : ''
}
