import { answerJobs } from '../../../platform/thread.ts'
import { type LoadJob, openSource } from './load-source.ts'
import { readFaces } from './read-faces.ts'

/** The program of the thread that reads and opens faces, so that the service goes on answering. */
answerJobs(async ({ place, range, limit }: LoadJob) => readFaces(await openSource(place), range, limit))
