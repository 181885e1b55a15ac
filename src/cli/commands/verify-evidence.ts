import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readEvidencePublicKey } from '../../actions/results/evidence-key.ts'
import { type EvidenceReport, verifyEvidence } from '../../actions/results/verify-evidence.ts'
import { withStorage } from '../support/storage.ts'
import { readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: verify-evidence FILE [--key FILE.pem]   check a bundle, without the service that made it
       verify-evidence --print-key               print this installation's public key
Ends with 0 when the bundle is whole and signed by the key given, 1 when something is wrong with it, and 3 when it is
whole but signed by a stranger: by another key, or when none was given to know it by.`

const STRANGER = 3

export async function run(args: string[]): Promise<void> {
  const [file] = readWords(args)
  if (args.includes('--print-key')) {
    await withStorage(async ({ secrets }) => console.log((await readEvidencePublicKey(secrets)).publicKey.trim()))
  } else if (file) {
    const keyFile = readOption(args, 'key')
    const report = verifyEvidence(bytesOf(file), keyFile === undefined ? undefined : keyIn(keyFile))
    console.log(formatReport(report))
    if (!report.valid) process.exitCode = 1
    else if (!report.trusted) process.exitCode = STRANGER
  } else throw new UsageError(usage)
}

/** The report for a terminal. */
export function formatReport({
  valid,
  problems,
  notes,
  trusted,
  fingerprint,
  manifest,
  decision,
}: EvidenceReport): string {
  const verdict = !valid ? 'NOT VALID' : trusted ? 'VALID' : 'WHOLE, BUT SIGNED BY A STRANGER'
  const lines = [verdict, ...problems.map((problem) => `  ${problem}`)]
  if (notes.length) {
    lines.push('decided by other rules than those of this version:', ...notes.map((note) => `  ${note}`))
  }
  if (fingerprint)
    lines.push(
      `signed by     ${fingerprint} ${trusted ? '(the key given)' : '(a key that is not known here; give the right one with --key)'}`,
    )
  if (manifest) lines.push(`session       ${manifest.sessionId}`, `status        ${manifest.status}`)
  if (decision) {
    const { outcome, score, level, policy, reasons } = decision
    lines.push(
      `decision      ${outcome}, score ${score}, level ${level}, decided again with the same result: ${valid ? 'yes' : 'no'}`,
      `policy        ${policy.name} ${policy.version} (${policy.sha256})`,
      ...reasons.map((reason) => `  ${reason}`),
    )
  }
  return lines.join('\n')
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function keyIn(file: string): KeyObject {
  try {
    return createPublicKey(bytesOf(file))
  } catch {
    throw new UsageError(`${file} is not a public key in PEM`)
  }
}
