import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { startTestApp } from './app.ts'

export interface RouteSchemas {
  body?: object
  querystring?: object
  params?: object
  headers?: object
}

export interface DeclaredRoute extends Pick<RouteOptions, 'method' | 'url'> {
  schema: RouteSchemas
}

/** Every route with its schemas, also those that are not in the documents. */
export async function declaredRoutes(): Promise<DeclaredRoute[]> {
  const routes: DeclaredRoute[] = []
  const collect = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, schema }) => {
      routes.push({ method, url, schema: (schema ?? {}) as RouteSchemas })
    })
  subscribe('fastify.initialization', collect)
  try {
    const test = await startTestApp()
    await test.app.ready()
    await test.close()
  } finally {
    unsubscribe('fastify.initialization', collect)
  }
  return routes
}
