import fastify from 'fastify'

/** The least that a Fastify route can do: what the service's own rate is compared with. */
const app = fastify()
app.get('/', async () => ({ status: 'PENDING' }))
process.stdout.write(`listening at ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
