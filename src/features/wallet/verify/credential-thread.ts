import type { TrustedItem } from '../../../kernel/ports/trusted-items.ts'
import { answerJobs } from '../../../platform/thread.ts'
import type { CredentialResult } from '../domain/credential-reading.ts'
import type { CredentialFormat } from '../domain/credential-verdict.ts'
import type { Judging } from './presentation.ts'
import { verifyMdoc } from './verify-mdoc.ts'
import { verifySdJwt } from './verify-sd-jwt.ts'
import { overdueLists, usesOfItems, walletTrust } from './wallet-trust.ts'

/** A presentation to verify, with the trusted certificates. */
export interface CredentialJob extends Omit<Judging, 'trust' | 'usesOf' | 'overdue'> {
  format: CredentialFormat
  presentation: string
  items: readonly TrustedItem[]
}

/** The entry point of the thread that verifies presentations. */
answerJobs<CredentialJob, CredentialResult>(({ format, presentation, items, ...rest }) => {
  const overdue = overdueLists(items, rest.now)
  const judging = { ...rest, trust: walletTrust(items), usesOf: usesOfItems(items), overdue }
  return format === 'dc+sd-jwt'
    ? verifySdJwt(presentation, judging)
    : verifyMdoc(Buffer.from(presentation, 'base64url'), judging)
})
