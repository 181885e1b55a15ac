// Your first session, against a service in test mode with its demo: node first-session.mjs URL USERNAME PASSWORD
import { createClient } from 'limen-client'

const [baseUrl, username, password] = process.argv.slice(2)
const limen = createClient({ baseUrl, username, password })
const specimen = async (name) => (await fetch(`${baseUrl}/demo/pictures/${name}.jpg`)).blob()

const { sessionId, enrolment } = await limen.openSession({ externalId: 'my first' })
const front = await enrolment.sendDocument(await specimen('passport'))
if (front.hasError) throw new Error(front.error)
const face = await enrolment.sendFace(await specimen('selfie'))
if (face.hasError) throw new Error(face.error)
await enrolment.finish()

const outcome = await limen.waitForOutcome(sessionId)
console.log(outcome.is)
if (outcome.is === 'approved') {
  const { document, decision } = outcome.results
  console.log(document.documentType, document.country, decision.decision.level)
}
