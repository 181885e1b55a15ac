// A shop that asks its customers to enrol, in three ways: node shop.mts, then open http://localhost:3000
// LIMEN_URL, LIMEN_USERNAME and LIMEN_PASSWORD must be set; the tenant's frameOrigins must contain SHOP_URL.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createClient } from 'limen-client'

const { LIMEN_URL: baseUrl = '', LIMEN_USERNAME: username = '', LIMEN_PASSWORD: password = '' } = process.env
const { SHOP_URL = 'http://localhost:3000' } = process.env
const limen = createClient({ baseUrl, username, password })

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll('LIMEN_URL', baseUrl)
const pages: Record<string, string> = { '/': read('index.html'), '/back': read('back.html') }

/**
 * The session of each customer. Their browser never learns the credential, and cannot ask for another customer's
 * session.
 */
const sessions = new Map<string, string>()
const customerOf = ({ headers }: IncomingMessage) => /customer=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''

const server = createServer(async (request, response) => {
  const page = pages[request.url ?? '']
  if (page) return response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  response.setHeader('content-type', 'application/json')
  if (request.method === 'POST' && request.url === '/enrolment') {
    const customer = randomUUID()
    const { sessionId, webEnrolmentUrl } = await limen.openSession({ returnUrl: `${SHOP_URL}/back` })
    sessions.set(customer, sessionId)
    response.setHeader('set-cookie', `customer=${customer}; HttpOnly; SameSite=Lax; Path=/`)
    return response.end(JSON.stringify({ webEnrolmentUrl }))
  }
  const sessionId = sessions.get(customerOf(request))
  if (request.url !== '/outcome' || !sessionId) return response.writeHead(404).end('{}')
  const { is } = await limen.outcome(sessionId)
  return response.end(JSON.stringify({ is }))
})
server.listen(Number(new URL(SHOP_URL).port || 80), () => console.log(`the shop is open: ${SHOP_URL}`))
