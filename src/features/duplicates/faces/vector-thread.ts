import { answerJobs } from '../../../platform/thread.ts'
import { type LoadJob, openSource } from './load-source.ts'
import { fillVectors } from './vector-rows.ts'

/** The program of the thread that fills `face_vector`, so that the service goes on answering. */
answerJobs(async ({ place, range, limit, secret }: LoadJob & { secret: Uint8Array }) =>
  fillVectors({ ...(await openSource(place)), secret }, range, limit),
)
