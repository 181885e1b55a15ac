// A whole session with the client package: node session.mts FRONT SELFIE
// LIMEN_URL, LIMEN_USERNAME and LIMEN_PASSWORD must be set.
import { createReadStream } from 'node:fs'
import { createClient } from 'limen-client'

const [front = '', selfie = ''] = process.argv.slice(2)
const { LIMEN_URL: baseUrl = '', LIMEN_USERNAME: username = '', LIMEN_PASSWORD: password = '' } = process.env
const limen = createClient({ baseUrl, username, password })

const { sessionId, enrolment } = await limen.openSession({ externalId: 'order-17' })

const document = await enrolment.sendDocument(createReadStream(front))
if (document.hasError) throw new Error(`refused: ${document.error}, ${document.hints}`)
const face = await enrolment.sendFace(createReadStream(selfie))
if (face.hasError) throw new Error(`refused: ${face.error}, ${face.hints}`)
await enrolment.finish()

const outcome = await limen.outcome(sessionId)
console.log(outcome.status)
