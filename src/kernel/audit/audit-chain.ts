import { sign, verify } from 'node:crypto'
import { type Audit, CHAIN_START, type ChainedEntry, hashLink, type Link } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import { openEvidenceKey, readEvidencePublicKey } from '../results/evidence-format.ts'
import { commonEntry } from './audit-entries.ts'

/** A line of an export. */
export type ExportedLine = { seq: number; previous: string; hash: string } & ChainedEntry

/** The chain up to a number, signed by the installation: kept on another host, it proves everything before it. */
export interface Anchor {
  seq: number
  hash: string
  /** ISO 8601. */
  at: string
  /** Ed25519, by the key of `verify-evidence --print-key`; Base64. */
  signature: string
}

const PAGE = 1_000
/** Entries without a MAC that are named individually. */
const MOST_LISTED = 100

/** Adds all entries that are not in the chain yet. */
export async function linkAudit({ audit }: Pick<Ports, 'audit'>): Promise<number> {
  let total = 0
  for (;;) {
    const linked = await audit.link()
    total += linked
    if (!linked) return total
  }
}

/** What is wrong with the chain, and with those who vouched for it; empty when nothing is. */
export async function verifyAudit(
  ports: Pick<Ports, 'audit' | 'secrets'>,
  anchors: Anchor[] = [],
): Promise<{ entries: number; problems: string[] }> {
  await linkAudit(ports)
  const problems: string[] = []
  const anchored = new Map(anchors.map((anchor) => [anchor.seq, anchor]))
  const { publicKey } = await readEvidencePublicKey(ports.secrets)
  for (const anchor of anchors)
    if (!verify(null, anchorBytes(anchor), publicKey, Buffer.from(anchor.signature, 'base64')))
      problems.push(`the anchor at ${anchor.seq} was not signed by this installation`)

  const acceptances = await ports.audit.acceptances()
  const accepted = new Map(acceptances.map((acceptance) => [acceptance.through, acceptance]))
  const unvouched: { seq: number; id: string }[] = []
  let further = 0
  let [previous, expected] = [CHAIN_START, 1]
  for await (const { seq, hash, entry, mac } of walk(ports.audit)) {
    if (seq !== expected) problems.push(`entries ${expected} to ${seq - 1} are missing`)
    if (!entry) problems.push(`entry ${seq} is gone from the log`)
    else if (hashLink(previous, seq, entry) !== hash) problems.push(`entry ${seq} (${entry.id}) was changed`)
    else if (mac === 'FALSE') problems.push(`entry ${seq} (${entry.id}) was not written by this installation`)
    if (entry && mac === 'ABSENT') {
      if (unvouched.length < MOST_LISTED) unvouched.push({ seq, id: entry.id })
      else further += 1
    }
    const acceptance = accepted.get(seq)
    if (acceptance?.hash === hash) [unvouched.length, further] = [0, 0]
    else if (acceptance)
      problems.push(`the chain at ${seq} is not the one that was accepted at ${acceptance.at.toISOString()}`)
    const anchor = anchored.get(seq)
    if (anchor && anchor.hash !== hash)
      problems.push(`the chain at ${seq} is not the one that was anchored at ${anchor.at}`)
    ;[previous, expected] = [hash, seq + 1]
  }
  for (const { seq } of anchors) if (seq >= expected) problems.push(`the chain ends before the anchor at ${seq}`)
  for (const { seq, id } of unvouched)
    problems.push(`entry ${seq} (${id}) carries no MAC: an earlier version wrote it, or it was inserted`)
  if (further) problems.push(`so do ${further} further entries`)
  const strays = await ports.audit.countStrays()
  if (strays) problems.push(`${strays} entries of the log were never in the chain`)
  return { entries: expected - 1, problems }
}

/**
 * Vouches for the entries without a MAC up to a number: those that nodes of an earlier version wrote during an upgrade.
 * Whoever does so confirms having checked them, and their name stays in the log. Undefined if the chain has no such
 * number.
 */
export async function acceptAudit(
  ports: Pick<Ports, 'audit' | 'clock'>,
  through: number,
  actor: string,
): Promise<Link | undefined> {
  await linkAudit(ports)
  const [link] = await ports.audit.linked(through - 1, 1)
  if (link?.seq !== through) return undefined
  const detail = { through, hash: link.hash }
  await ports.audit.record(commonEntry(ports, actor, 'audit.accept', detail))
  return link
}

/** Every entry after a number, in order, each with the hash that binds it to all before. */
export async function* exportAudit(ports: Pick<Ports, 'audit'>, after = 0): AsyncGenerator<ExportedLine> {
  await linkAudit(ports)
  let previous = after ? ((await ports.audit.linked(after - 1, 1))[0]?.hash ?? CHAIN_START) : CHAIN_START
  for await (const { seq, hash, entry } of walk(ports.audit, after)) {
    if (!entry) throw new Error(`entry ${seq} is gone from the log: verify it first`)
    yield { seq, previous, hash, ...entry }
    previous = hash
  }
}

/** Signs the chain as it is; undefined while it is empty. */
export async function anchorAudit(ports: Pick<Ports, 'audit' | 'secrets' | 'clock'>): Promise<Anchor | undefined> {
  await linkAudit(ports)
  let last: Link | undefined
  for await (const link of walk(ports.audit)) last = link
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

async function* walk(chain: Pick<Audit, 'linked'>, after = 0): AsyncGenerator<Link> {
  for (let last = after; ; ) {
    const page = await chain.linked(last, PAGE)
    yield* page
    if (page.length < PAGE) return
    last = page.at(-1)?.seq ?? last
  }
}
