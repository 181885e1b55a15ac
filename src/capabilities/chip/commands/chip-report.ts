import type { Refusal } from '../../../certificates/collect-trust.ts'
import { refusedFiles } from '../../../cli/support/trust-folder.ts'
import type { ChipFiles, ChipResult } from '../../../domain/proofs/chip-reading.ts'

type Report = ReturnType<typeof reportOf>

/** What is printed: the interface of DECISIONS, without what is not there. */
export function reportOf(result: ChipResult, refused: readonly Refusal[]) {
  const { verdict, country, signer, authority, dataGroups, activeAuthentication, mrz, portrait } = result
  return {
    verdict,
    reasons: [...result.reasons, ...refusedFiles(refused)],
    ...(country && { country }),
    signer,
    authority,
    dataGroups,
    activeAuthentication,
    mrz: mrz && { lines: mrz.lines, fields: mrz.fields },
    portrait: portrait && { format: portrait.format, width: portrait.width, height: portrait.height },
  }
}

/**
 * TRUSTED. Without a signed object two checks in part are good: a chip's answer with the key alone, and a portrait alone.
 * Anything else that nobody signed is not.
 */
export function isGood({ signature, sod, groups }: ChipFiles, result: ChipResult): boolean {
  if (sod) return result.verdict === 'TRUSTED'
  if (signature) return [...groups.keys()].every((number) => number >= 14) && result.activeAuthentication === 'GENUINE'
  return groups.size === 1 && result.portrait !== undefined
}

export function formatReport({ verdict, reasons, country, signer, authority, dataGroups, ...rest }: Report): string {
  const lines = [verdict ?? 'no signed object']
  lines.push(...reasons.map(({ code, text }) => `  ${code.padEnd(30)} ${text}`))
  if (country) lines.push(`country                ${country}`)
  if (signer) lines.push(`signer                 ${signer.subject} (${signer.notBefore} to ${signer.notAfter})`)
  if (authority) lines.push(`authority              ${authority.subject} (${authority.origin})`)
  for (const [number, state] of Object.entries(dataGroups ?? {})) lines.push(`DG${number.padEnd(20)} ${state}`)
  lines.push(`active authentication  ${rest.activeAuthentication}`)
  if (rest.mrz) lines.push(...rest.mrz.lines.map((line) => `  ${line}`))
  if (rest.portrait) {
    const { format, width, height } = rest.portrait
    lines.push(`portrait               ${format}, ${width} × ${height}`)
  }
  return lines.join('\n')
}
