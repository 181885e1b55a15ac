import { answerJobs } from '../../../thread.ts'
import { type ChipJob, verifyStored } from './verify-stored.ts'

/** The program of the thread that verifies chips. */
answerJobs<ChipJob, ReturnType<typeof verifyStored>>(verifyStored)
