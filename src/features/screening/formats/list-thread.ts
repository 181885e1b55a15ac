import { answerJobs } from '../../../platform/thread.ts'
import type { ListEntry, ListFileAbout, ListFormat } from '../domain/list-entry.ts'
import { UnreadableList } from './list-reader.ts'
import { openListFile } from './open-list-file.ts'

type ListItem = { entry: ListEntry } | { skipped: number }

/** `next` reads on in a file that was opened under this number; `close` forgets it. */
export type ListJob =
  | { kind: 'open'; file: number; path: string; format?: ListFormat | undefined }
  | { kind: 'next' | 'close'; file: number }

export type ListAnswer =
  | { items: ListItem[]; isEnd: boolean; about: ListFileAbout; sha256: string; bytes: number; of: number }
  /** The message of an UnreadableList: its class does not cross threads. */
  | { unreadable: string }

/** Items of one answer. */
const BATCH = 500

interface OpenFile {
  list: Awaited<ReturnType<typeof openListFile>>
  items: AsyncIterator<ListItem>
  said: { bytes: number; of: number }
}

const files = new Map<number, OpenFile>()

async function open(path: string, format: ListFormat | undefined): Promise<OpenFile> {
  const list = await openListFile(path, format)
  const said = { bytes: 0, of: 0 }
  const items = list.entries((bytes, of) => Object.assign(said, { bytes, of }))[Symbol.asyncIterator]()
  return { list, items, said }
}

async function readOn({ list, items, said }: OpenFile, most: number): Promise<ListAnswer> {
  const read: ListItem[] = []
  let isEnd = false
  while (read.length < most && !isEnd) {
    const { value, done } = await items.next()
    if (done) isEnd = true
    else read.push(value)
  }
  return { items: read, isEnd, about: list.about, sha256: list.sha256(), ...said }
}

/** The entry point of the thread that reads lists. */
answerJobs<ListJob, ListAnswer | undefined>(async (job) => {
  if (job.kind === 'close') {
    const file = files.get(job.file)
    files.delete(job.file)
    await file?.items.return?.()
    return undefined
  }
  try {
    if (job.kind === 'open') {
      const opened = await open(job.path, job.format)
      files.set(job.file, opened)
      return await readOn(opened, 0)
    }
    const file = files.get(job.file)
    if (!file) throw new UnreadableList('could not be read to its end')
    return await readOn(file, BATCH)
  } catch (error) {
    files.delete(job.file)
    if (error instanceof UnreadableList) return { unreadable: error.message }
    throw error
  }
})
