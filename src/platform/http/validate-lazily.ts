import { createRequire } from 'node:module'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Validate = ((input: unknown) => unknown) & { errors?: unknown }
type Compile = (route: unknown) => Validate
type Build = (shared: unknown, options: unknown) => Compile

/** The compiler that Fastify itself uses. */
const ofFastify = createRequire(createRequire(import.meta.url).resolve('fastify'))
const { AjvCompiler } = ofFastify('@fastify/ajv-compiler') as { AjvCompiler(): Build }

/** One per process: a second application reuses what the first has compiled. */
const build = AjvCompiler()

const lazily: Build = (shared, options) => {
  let compile: Compile | undefined
  return (route) => {
    let validate: Validate | undefined
    const check: Validate = (input) => {
      compile ??= build(shared, options)
      validate ??= compile(route)
      const isValid = validate(input)
      check.errors = validate.errors
      return isValid
    }
    return check
  }
}

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** Validators of requests, compiled when a route is first called: compiling all of them took half of every start. */
export const validateLazily = lazily as unknown as NonNullable<Factory['buildValidator']>

type BuildSerializer = ReturnType<typeof SerializerSelector>

/**
 * Serialisers of answers, compiled when a route first answers with that status. Compiling all of them, most of which
 * are needed much later or never, took more than a second of every start.
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
