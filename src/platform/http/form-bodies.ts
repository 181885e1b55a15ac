import type { FastifyInstance } from 'fastify'

/** Forms, which OAuth and its relatives send instead of JSON. */
export const takeForms = (app: Pick<FastifyInstance, 'addContentTypeParser'>, bodyLimit: number) =>
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
