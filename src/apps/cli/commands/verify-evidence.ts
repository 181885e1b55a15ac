import { createPublicKey, type KeyObject } from 'node:crypto'
import { readEvidencePublicKey } from '../../../kernel/results/evidence-format.ts'
import { type EvidenceReport, verifyEvidence } from '../../../kernel/results/verify-evidence.ts'
import { withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { bytesOf, UsageError } from '../../../platform/cli/usage.ts'

const STRANGER = 3

export const command = defineCommand({
  summary: 'check a bundle of evidence, without the service that made it',
  details: `Ends with 0 when the bundle is whole and signed by the key given, 1 when something is wrong with it, and 3 when it is
whole but signed by an unknown key: another one, or no key was given.`,
  arguments: { file: { optional: true, description: 'the bundle' } },
  options: {
    key: {
      type: 'string',
      value: 'FILE.pem',
      description: 'the public key of the installation that should have signed it',
    },
    'print-key': { type: 'boolean', description: "print this installation's public key instead" },
  },
  run: async ({ args: { file }, options: { key, 'print-key': printKey } }) => {
    if (printKey)
      return withStorage(async ({ secrets }) => {
        const publicKey = (await readEvidencePublicKey(secrets)).publicKey.trim()
        return { data: { publicKey }, text: publicKey }
      })
    if (!file) throw new UsageError('verify-evidence needs FILE or --print-key')
    const { features } = await import('../../../features/index.ts')
    const checks = await Promise.all(features.flatMap(({ checkEvidence }) => checkEvidence?.() ?? []))
    const trusted = key === undefined ? undefined : keyIn(key)
    const report = verifyEvidence(bytesOf(file), trusted, checks)
    return { data: report, text: formatReport(report), exitCode: !report.valid ? 1 : report.trusted ? 0 : STRANGER }
  },
})

/** The report for a terminal. */
export function formatReport({
  valid,
  problems,
  notes,
  forgedEntries,
  trusted,
  fingerprint,
  manifest,
  decision,
}: EvidenceReport): string {
  const verdict = !valid ? 'NOT VALID' : trusted ? 'VALID' : 'WHOLE, BUT SIGNED BY A STRANGER'
  const lines = [verdict, ...problems.map((problem) => `  ${problem}`)]
  if (forgedEntries) lines.push(`entries of audit.json that the service did not write: ${forgedEntries}`)
  if (notes.length) {
    lines.push('decided by other rules than those of this version:', ...notes.map((note) => `  ${note}`))
  }
  if (fingerprint)
    lines.push(
      `signed by     ${fingerprint} ${trusted ? '(the key given)' : '(an unknown key; give the expected one with --key)'}`,
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

function keyIn(file: string): KeyObject {
  try {
    return createPublicKey(bytesOf(file))
  } catch {
    throw new UsageError(`${file} is not a public key in PEM`)
  }
}
