import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type BuildSerializer = ReturnType<typeof SerializerSelector>

/**
 * How answers are written, worked out when a route first answers with that status. For all routes at once, most of which
 * are asked much later or never, it took more than a second of every start.
 */
export const writeLazily: BuildSerializer = (shared, options) => {
  const compile = SerializerSelector()(shared, options)
  return (route) => {
    let write: ReturnType<typeof compile> | undefined
    return (answer) => {
      write ??= compile(route)
      return write(answer)
    }
  }
}
