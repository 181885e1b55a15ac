import fastify from 'fastify'

/** A minimal Fastify route, to compare the service's rate with. */
const app = fastify()
app.get('/', async () => ({ status: 'PENDING' }))
process.stdout.write(`listening at ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
