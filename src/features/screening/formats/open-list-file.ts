import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type ListEntry, type ListFileAbout, type ListFormat, tidyEntry } from '../domain/list-entry.ts'
import { euXml } from './eu-xml.ts'
import { type ListReader, UnreadableList } from './list-reader.ts'
import { ofacClassicXml, ofacCsv } from './ofac-classic.ts'
import { ofacXml } from './ofac-xml.ts'
import { ftm, opensanctionsCsv } from './opensanctions.ts'
import { ukCsv, ukXml } from './uk.ts'
import { unXml } from './un-xml.ts'

const READERS: Record<ListFormat, ListReader> = {
  ftm,
  'opensanctions-csv': opensanctionsCsv,
  'eu-xml': euXml,
  'un-xml': unXml,
  'ofac-xml': ofacXml,
  'ofac-classic-xml': ofacClassicXml,
  'ofac-csv': ofacCsv,
  'uk-xml': ukXml,
  'uk-csv': ukCsv,
}

export interface OpenedListFile {
  /** Complete after all entries were read. */
  about: ListFileAbout
  /** The SHA-256 of what was read so far, in hex. */
  sha256(): string
  /** Can be read once. */
  entries(progress?: (bytes: number, of: number) => void): AsyncIterable<{ entry: ListEntry } | { skipped: number }>
}

/** Opens the file of a list, in the given format or the one detected from its beginning. Reads it as a stream, once. */
export async function openListFile(path: string, named?: ListFormat): Promise<OpenedListFile> {
  const format = named ?? detectFormat(await readBeginning(path))
  if (!format) throw new UnreadableList('is in none of the formats that can be read')
  const hash = createHash('sha256')
  const about: OpenedListFile['about'] = { format }
  return {
    about,
    sha256: () => hash.copy().digest('hex'),
    async *entries(progress) {
      const { size } = await stat(path)
      for await (const item of READERS[format].read(decoded(path, hash, (bytes) => progress?.(bytes, size)))) {
        if ('sourceDate' in item) about.sourceDate ??= item.sourceDate
        else if ('skipped' in item) yield { skipped: item.skipped }
        else {
          const entry = tidyEntry(item.entry)
          yield entry ? { entry } : { skipped: 1 }
        }
      }
    },
  }
}

/** Bytes at the beginning: enough for the root of an XML document or the header row of a table. */
const BEGINNING = 8_192

async function readBeginning(path: string): Promise<string> {
  let text = ''
  for await (const chunk of createReadStream(path, { end: BEGINNING - 1, encoding: 'utf8' })) text += chunk
  return text.replace(/^\uFEFF/, '').trimStart()
}

/** Detects the format of a file from its beginning; undefined if it is not a known format. */
export function detectFormat(beginning: string): ListFormat | undefined {
  if (beginning.startsWith('{')) return 'ftm'
  if (beginning.startsWith('<')) {
    if (/<(\w+:)?CONSOLIDATED_LIST[\s>]/.test(beginning)) return 'un-xml'
    if (/<(\w+:)?Sanctions[\s>]/.test(beginning)) return 'ofac-xml'
    if (/<(\w+:)?sdnList[\s>]/.test(beginning)) return 'ofac-classic-xml'
    if (/<(\w+:)?Designations[\s>]/.test(beginning)) return 'uk-xml'
    return /<(\w+:)?export[\s>]/.test(beginning) ? 'eu-xml' : undefined
  }
  if (/^\d+,"[^"]+",("\w+"|-0- ?),/.test(beginning)) return 'ofac-csv'
  const lines = beginning.toLowerCase().split('\n', 3)
  if (lines[0]?.includes('schema') && lines[0].includes('birth_date')) return 'opensanctions-csv'
  return lines.some((line) => line.includes('name 6')) ? 'uk-csv' : undefined
}

async function* decoded(
  path: string,
  hash: { update(bytes: Buffer): unknown },
  progress: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      progress(bytes)
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError && /encoded/.test(error.message)) throw new UnreadableList('is not text in UTF-8')
    throw error
  }
}
