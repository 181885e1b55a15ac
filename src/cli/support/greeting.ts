import type { Config } from '../../config.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import { programName } from '../parser/program-name.ts'

/** The accounts that this start made; without its password, one that the operator gave. */
interface FirstAccounts {
  firstCredential?: { username: string; password?: string; mode: Mode } | undefined
  firstAdmin?: { username: string; password: string } | undefined
}

/** What the start says: where everything is, and the passwords that it made. The admin's may lie in a file instead. */
export function composeGreeting(
  { baseUrl, demo }: Pick<Config, 'baseUrl' | 'demo'>,
  { firstCredential: credential, firstAdmin }: FirstAccounts,
  passwordFile?: string,
): string {
  const lines = [
    `Limen is at  ${baseUrl}`,
    `API page     ${baseUrl}/docs`,
    ...(demo ? [`demo         ${baseUrl}/demo${fragment(credential)}`] : []),
    `console      ${baseUrl}/console`,
  ]
  if (credential)
    lines.push(
      '',
      `API username ${credential.username} (${credential.mode} mode)`,
      ...(credential.password === undefined
        ? ['API password as given in API_PASSWORD']
        : [
            `API password ${credential.password}`,
            `(shown this once; make another with: ${programName()} credentials create)`,
          ]),
      ...modeWords(credential.mode),
    )
  const another = `make another with: ${programName()} reviewers create NAME --role admin`
  if (firstAdmin)
    lines.push(
      '',
      `console name ${firstAdmin.username}`,
      ...(passwordFile === undefined
        ? [`   password  ${firstAdmin.password}`, `(shown this once; ${another})`]
        : [
            `   password  in ${passwordFile}`,
            `(which only its owner can read: remove it once it is used; ${another})`,
          ]),
    )
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`
}

/** What a newcomer must know before a real person is asked. */
const modeWords = (mode: Mode): string[] =>
  mode === 'live'
    ? ['Its sessions are live: they decide about real people.']
    : [
        'Its sessions are for trying out: specimens can be approved, and nothing counts.',
        `For real people make a live one: ${programName()} credentials create --live`,
      ]

/** A link that fills the demo's form: the part after # never leaves the browser. */
function fragment(credential: FirstAccounts['firstCredential']): string {
  return credential?.password === undefined
    ? ''
    : `#${encodeURIComponent(`${credential.username}:${credential.password}`)}`
}
