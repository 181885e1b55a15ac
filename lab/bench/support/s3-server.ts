import { startS3 } from '../../../test/support/s3.ts'

/** The S3 server of the tests as a separate process, so that its CPU time can be distinguished. */
const { url } = await startS3()
process.stdout.write(`${url}\n`)
