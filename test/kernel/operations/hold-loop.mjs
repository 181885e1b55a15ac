// Loaded into a service: a request with the header x-hold holds its event loop and never lets go.
import { subscribe } from 'node:diagnostics_channel'

subscribe('fastify.initialization', ({ fastify }) =>
  fastify.addHook('preHandler', async ({ headers }) => {
    while (headers['x-hold']);
  }),
)
