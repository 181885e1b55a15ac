import { parentPort, Worker } from 'node:worker_threads'
import { programOf } from './resources.ts'

/** A job that used more processor time or memory than any legitimate one. Its thread was ended. */
export class JobTooLarge extends Error {}

/** The verification of signed files takes 2 to 25 ms of processor time, and the start of a thread 200. */
const PROCESSOR_MS = 2_000
const MEMORY_MB = 256
const LOOK_EVERY_MS = 50

type Answered<Answer> = { value: Answer } | { error: unknown }

interface Thread<Job, Answer> {
  (job: Job): Promise<Answer>
  /** Ends the thread, with what it is working on. The next job starts another. */
  end(): Promise<void>
}

/**
 * Runs jobs in a thread of their own, one after the other, so that hostile input cannot stop the service. The thread
 * starts with the first job, and again after one that was ended.
 */
export function openThread<Job, Answer>(
  program: string,
  processorMs = PROCESSOR_MS,
  memoryMb = MEMORY_MB,
): Thread<Job, Answer> {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  const start = () => {
    const thread = new Worker(programOf(program), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // For its whole life: if a thread fails between two jobs it is reported, and replaced with the next job.
    thread.on('error', (error) => process.emitWarning(error as Error))
    thread.on('exit', () => {
      if (worker === thread) worker = undefined
    })
    return thread
  }

  const run = (job: Job) =>
    new Promise<Answer>((resolve, reject) => {
      worker ??= start()
      const thread = worker
      let fault: unknown
      const stopWatch = watchProcessor(thread, processorMs, () => {
        fault = new JobTooLarge(`more than ${processorMs} ms of processor time`)
        if (worker === thread) worker = undefined
        void thread.terminate()
      })
      const onMessage = (answered: Answered<Answer>) => {
        end()
        if ('error' in answered) reject(answered.error)
        else resolve(answered.value)
      }
      const onError = (error: unknown) => {
        const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        fault ??= isMemory ? new JobTooLarge(`more than ${memoryMb} MB of memory`) : error
      }
      const onExit = () => {
        end()
        reject(fault ?? new Error(`${program} ended`))
      }
      const end = () => {
        stopWatch()
        thread.off('message', onMessage)
        thread.off('error', onError)
        thread.off('exit', onExit)
        // It keeps the process alive only while it is working.
        thread.unref()
      }
      thread.on('message', onMessage)
      thread.on('error', onError)
      thread.on('exit', onExit)
      thread.ref()
      thread.postMessage(job)
    })

  const inOrder = (job: Job) => {
    const answer = last.then(() => run(job))
    last = answer.catch(() => {})
    return answer
  }
  return Object.assign(inOrder, {
    end: async () => {
      await worker?.terminate()
    },
  })
}

/** Calls back when a thread has used more processor time than allowed, counted from the first measurement. */
function watchProcessor(thread: Worker, mostMs: number, tooLong: () => void): () => void {
  let before: number | undefined
  const look = async () => {
    try {
      const { user, system } = await thread.cpuUsage()
      before ??= user + system
      if ((user + system - before) / 1000 > mostMs) tooLong()
    } catch (error) {
      // It has not begun to run, or has already ended.
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_NOT_RUNNING')) throw error
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/** The program of a thread: it answers each job, or reports the error. */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (job: Job) => {
    let answered: Answered<Answer>
    try {
      answered = { value: await answer(job) }
    } catch (error) {
      answered = { error }
    }
    parentPort?.postMessage(answered)
  })
}
