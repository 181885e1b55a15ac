import { collectTrust, type Refusal } from '../../../formats/x509/collect-trust.ts'
import { readTrustFolder, refusedFiles, TRUST_FOLDER } from '../../../kernel/trust/trust-folder.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { bytesOf, bytesOfHex, dateOf, UsageError } from '../../../platform/cli/usage.ts'
import type { CredentialResult } from '../domain/credential-reading.ts'
import type { Expected } from '../verify/presentation.ts'
import { verifyMdoc } from '../verify/verify-mdoc.ts'
import { verifySdJwt } from '../verify/verify-sd-jwt.ts'

export const command = defineGroup({
  summary: 'verify a credential that a wallet presented, without a session',
  commands: {
    verify: defineCommand({
      summary: 'verify a presented SD-JWT VC or mdoc',
      details: `Each file holds one presentation: an SD-JWT VC as text, or the device response of an mdoc as bytes or Base64url.
Whether the holder answered a request is judged only if that request is given: --nonce with --audience for an SD-JWT VC,
--transcript for an mdoc. An SD-JWT VC must have been signed within five minutes of the request; for an older one give
--at with the time of the request. Status lists are not fetched.
Ends with 0 if every credential is TRUSTED, valid and not presented by another holder, and with 1 otherwise.`,
      arguments: { file: { many: true, description: 'the presentations' } },
      options: {
        trust: { ...TRUST_FOLDER, description: 'certificates of issuers or their authorities, revocation lists' },
        at: {
          type: 'string',
          value: 'DATE',
          description: 'judge at this date or time, such as 2026-05-28T10:15:00Z, instead of now',
        },
        nonce: { type: 'string', value: 'TEXT', description: 'the nonce of the request' },
        audience: { type: 'string', value: 'TEXT', description: 'who asked: the client identifier, or origin:ORIGIN' },
        transcript: { type: 'string', value: 'HEX', description: 'the SessionTranscript of the request' },
      },
      examples: ['wallet verify pid.txt --trust issuers --nonce 4Pm… --audience x509_hash:Uvo…'],
      run: async ({ args: { file: paths }, options: { trust, at, nonce, audience, transcript } }) => {
        if ((nonce === undefined) !== (audience === undefined))
          throw new UsageError('--nonce and --audience must be given together')
        const now = at === undefined ? Date.now() : dateOf(at)
        const { store, refused } = collectTrust(readTrustFolder(trust))
        const request = {
          nonce,
          audience,
          transcript: transcript === undefined ? undefined : bytesOfHex('--transcript', transcript),
        }
        const reports = paths.map((path) => {
          const bytes = bytesOf(path)
          const judging = { now, trust: store }
          const result = isSdJwt(bytes)
            ? verifySdJwt(bytes.toString('latin1').trim(), { ...judging, ...expectedOf(request, 'nonce', now) })
            : verifyMdoc(binary(bytes), { ...judging, ...expectedOf(request, 'transcript', now) })
          return { file: path, good: isGoodCredential(result), report: credentialReport(result, refused) }
        })
        return {
          data: reports.map(({ file, report }) => ({ file, ...report })),
          text: reports.map(({ file, report }) => `${file}\n${formatCredentialReport(report)}`).join('\n\n'),
          exitCode: reports.every(({ good }) => good) ? 0 : 1,
        }
      },
    }),
  },
})

interface Request {
  nonce: string | undefined
  audience: string | undefined
  transcript: Uint8Array | undefined
}

/** The request, if the parts that the format needs were given. */
function expectedOf(request: Request, needed: 'nonce' | 'transcript', now: number): { expected?: Expected } {
  if (request[needed] === undefined) return {}
  const { nonce = '', audience = '', transcript = new Uint8Array(0) } = request
  return { expected: { nonce, audience, transcript, requestedAt: now } }
}

/** A signed token begins with a JSON object, in Base64url or as it is, which no CBOR map does. */
const isSdJwt = (bytes: Buffer) => /^(?:eyJ|\{)/.test(bytes.subarray(0, 3).toString('latin1'))

function binary(bytes: Buffer): Uint8Array {
  const text = bytes.toString('latin1').trim()
  return /^[A-Za-z0-9_-]+$/.test(text) ? Buffer.from(text, 'base64url') : bytes
}

type Report = ReturnType<typeof credentialReport>

/** The report that is printed: everything except the bytes of the portrait. */
export function credentialReport({ portrait, ...result }: CredentialResult, refused: readonly Refusal[]) {
  return {
    ...result,
    reasons: [...result.reasons, ...refusedFiles(refused)],
    ...(portrait && { portrait: { bytes: portrait.length } }),
  }
}

/** True if the credential is trusted and valid and, if a request was given, its holder answered it. */
export const isGoodCredential = ({ verdict, validity, holderBinding }: CredentialResult): boolean =>
  verdict === 'TRUSTED' && validity === 'VALID' && holderBinding !== 'FALSE'

export function formatCredentialReport({ verdict, reasons, format, type, claims, issuer, authority, ...rest }: Report) {
  const lines = [verdict, ...reasons.map(({ code, text }) => `  ${code.padEnd(26)} ${text}`)]
  lines.push(`credential      ${type ?? 'unknown'} (${format})`)
  if (issuer) lines.push(`issuer          ${issuer.subject} (${issuer.notBefore} to ${issuer.notAfter})`)
  if (authority) lines.push(`authority       ${authority.subject} (${authority.origin})`)
  lines.push(`validity        ${rest.validity}`, `holder binding  ${rest.holderBinding}`)
  for (const [name, value] of Object.entries(claims)) lines.push(`  ${name.padEnd(20)} ${value}`)
  for (const [years, isOver] of Object.entries(rest.ageOver ?? {}))
    lines.push(`  ${`age over ${years}`.padEnd(20)} ${isOver ? 'yes' : 'no'}`)
  if (rest.portrait) lines.push(`portrait        ${rest.portrait.bytes} bytes`)
  return lines.join('\n')
}
