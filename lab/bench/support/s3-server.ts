import { startS3 } from '../../../test/support/s3.ts'

/** The S3 server of the tests as a process of its own, so that its time can be distinguished from that of others. */
const { url } = await startS3()
process.stdout.write(`${url}\n`)
