import { sign, verify } from 'node:crypto'
import { type AuditChain, CHAIN_START, type ChainedEntry, hashLink, type Link } from '../ports/audit-chain.ts'
import type { Ports } from '../ports/ports.ts'
import { openEvidenceKey, readEvidencePublicKey } from '../results/evidence-key.ts'

/** A line of an export. */
export type ExportedLine = { seq: number; previous: string; hash: string } & ChainedEntry

/** The chain up to a number, signed by the installation: kept on another host, it holds everything before it in place. */
export interface Anchor {
  seq: number
  hash: string
  /** ISO 8601. */
  at: string
  /** Ed25519, by the key of `verify-evidence --print-key`; Base64. */
  signature: string
}

const PAGE = 1_000

/** Takes up everything that is not in the chain yet. */
export async function linkAudit({ auditChain }: Pick<Ports, 'auditChain'>): Promise<number> {
  let total = 0
  for (;;) {
    const linked = await auditChain.link()
    total += linked
    if (!linked) return total
  }
}

/** What is wrong with the chain, and with those who vouched for it; nothing when nothing is. */
export async function verifyAudit(
  ports: Pick<Ports, 'auditChain' | 'secrets'>,
  anchors: Anchor[] = [],
): Promise<{ entries: number; problems: string[] }> {
  await linkAudit(ports)
  const problems: string[] = []
  const anchored = new Map(anchors.map((anchor) => [anchor.seq, anchor]))
  const { publicKey } = await readEvidencePublicKey(ports.secrets)
  for (const anchor of anchors)
    if (!verify(null, anchorBytes(anchor), publicKey, Buffer.from(anchor.signature, 'base64')))
      problems.push(`the anchor at ${anchor.seq} was not signed by this installation`)

  let [previous, expected] = [CHAIN_START, 1]
  for await (const { seq, hash, entry } of walk(ports.auditChain)) {
    if (seq !== expected) problems.push(`entries ${expected} to ${seq - 1} are missing`)
    if (!entry) problems.push(`entry ${seq} is gone from the log`)
    else if (hashLink(previous, seq, entry) !== hash) problems.push(`entry ${seq} (${entry.id}) was changed`)
    const anchor = anchored.get(seq)
    if (anchor && anchor.hash !== hash)
      problems.push(`the chain at ${seq} is not the one that was anchored at ${anchor.at}`)
    ;[previous, expected] = [hash, seq + 1]
  }
  for (const { seq } of anchors) if (seq >= expected) problems.push(`the chain ends before the anchor at ${seq}`)
  const strays = await ports.auditChain.countStrays()
  if (strays) problems.push(`${strays} entries of the log were never in the chain`)
  return { entries: expected - 1, problems }
}

/** Every entry after a number, in order, each with the hash that binds it to all before. */
export async function* exportAudit(ports: Pick<Ports, 'auditChain'>, after = 0): AsyncGenerator<ExportedLine> {
  await linkAudit(ports)
  let previous = after ? ((await ports.auditChain.linked(after - 1, 1))[0]?.hash ?? CHAIN_START) : CHAIN_START
  for await (const { seq, hash, entry } of walk(ports.auditChain, after)) {
    if (!entry) throw new Error(`entry ${seq} is gone from the log: verify it first`)
    yield { seq, previous, hash, ...entry }
    previous = hash
  }
}

/** Signs the chain as it is; undefined while it is empty. */
export async function anchorAudit(ports: Pick<Ports, 'auditChain' | 'secrets' | 'clock'>): Promise<Anchor | undefined> {
  await linkAudit(ports)
  let last: Link | undefined
  for await (const link of walk(ports.auditChain)) last = link
  if (!last) return undefined
  const unsigned = { seq: last.seq, hash: last.hash, at: ports.clock().toISOString() }
  const signature = sign(null, anchorBytes(unsigned), await openEvidenceKey(ports.secrets)).toString('base64')
  return { ...unsigned, signature }
}

/** What is wrong with an export, read on another host. */
export function verifyExport(lines: ExportedLine[]): string[] {
  const problems: string[] = []
  for (const [at, { seq, previous, hash, ...entry }] of lines.entries()) {
    const before = lines[at - 1]
    if (before && (seq !== before.seq + 1 || previous !== before.hash)) problems.push(`line ${at + 1} does not follow`)
    if (hashLink(previous, seq, entry) !== hash) problems.push(`line ${at + 1} (${seq}) was changed`)
  }
  return problems
}

const anchorBytes = ({ seq, hash, at }: Omit<Anchor, 'signature'>) =>
  Buffer.from(`limen audit anchor\n${seq}\n${hash}\n${at}`)

async function* walk(chain: AuditChain, after = 0): AsyncGenerator<Link> {
  for (let last = after; ; ) {
    const page = await chain.linked(last, PAGE)
    yield* page
    if (page.length < PAGE) return
    last = page.at(-1)?.seq ?? last
  }
}
