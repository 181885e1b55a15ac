import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readEvidencePublicKey } from '../../actions/results/evidence-key.ts'
import { type EvidenceReport, verifyEvidence } from '../../actions/results/verify-evidence.ts'
import { withStorage } from '../support/storage.ts'
import { readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: verify-evidence FILE [--key FILE.pem]   check a bundle, without the service that made it
       verify-evidence --print-key               print this installation's public key
Without --key a bundle is checked to be whole, not to be yours.`

export async function run(args: string[]): Promise<void> {
  const [file] = readWords(args)
  if (args.includes('--print-key')) {
    await withStorage(async ({ secrets }) => console.log((await readEvidencePublicKey(secrets)).publicKey.trim()))
  } else if (file) {
    const keyFile = readOption(args, 'key')
    const report = verifyEvidence(bytesOf(file), keyFile === undefined ? undefined : keyIn(keyFile))
    console.log(formatReport(report))
    if (!report.valid) process.exitCode = 1
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
  const lines = [valid ? 'VALID' : 'NOT VALID', ...problems.map((problem) => `  ${problem}`)]
  if (notes.length) {
    lines.push('decided by other rules than those of this version:', ...notes.map((note) => `  ${note}`))
  }
  if (fingerprint)
    lines.push(`signed by     ${fingerprint} ${trusted ? '(the key given)' : '(not checked against a key)'}`)
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
