import { JobTooLarge, openThread } from '../../../platform/thread.ts'
import type { ListFormat } from '../domain/list-entry.ts'
import { UnreadableList } from './list-reader.ts'
import type { ListAnswer, ListJob } from './list-thread.ts'
import type { OpenedListFile } from './open-list-file.ts'

/**
 * Processor time for each 500 entries. The largest lists state addresses and documents before the first person, so it is
 * far more than 500 entries take.
 */
const PROCESSOR_MS = 60_000
/** Those are held in memory until the end. */
const MEMORY_MB = 1_024

const inThread = openThread<ListJob, ListAnswer | undefined>(
  'src/features/screening/formats/list-thread.ts',
  PROCESSOR_MS,
  MEMORY_MB,
)
let last = 0

/** As openListFile, in a thread: a list comes from outside, and must not stop the service. */
export async function readListFile(
  path: string,
  format?: ListFormat,
  run: (job: ListJob) => Promise<ListAnswer | undefined> = inThread,
): Promise<OpenedListFile> {
  const file = ++last
  const ask = async (job: ListJob) => {
    const answer = await run(job).catch((error: unknown) => {
      if (error instanceof JobTooLarge) throw new UnreadableList(`is not a list: reading it took ${error.message}`)
      throw error
    })
    if (!answer) throw new Error(`no answer to ${job.kind}`)
    if ('unreadable' in answer) throw new UnreadableList(answer.unreadable)
    return answer
  }
  let { about, sha256 } = await ask({ kind: 'open', file, path, format })
  const opened = { ...about }
  return {
    about: opened,
    sha256: () => sha256,
    async *entries(progress) {
      let isEnd = false
      try {
        while (!isEnd) {
          const answer = await ask({ kind: 'next', file })
          ;({ isEnd, about, sha256 } = answer)
          Object.assign(opened, about)
          progress?.(answer.bytes, answer.of)
          yield* answer.items
        }
      } finally {
        await run({ kind: 'close', file })
      }
    },
  }
}
