import { AjvCompiler } from '@fastify/ajv-compiler'

type BuildValidator = ReturnType<typeof AjvCompiler>
type Validate = ReturnType<ReturnType<BuildValidator>>

/** One for the process: a second application takes what the first has compiled. */
const build = AjvCompiler()

/** How requests are checked, worked out when a route is first asked: for all routes at once it took a third of every start. */
export const validateLazily: BuildValidator = (shared, options) => {
  let compile: ReturnType<BuildValidator> | undefined
  return (route) => {
    let validate: Validate | undefined
    const check = (input: unknown) => {
      compile ??= build(shared, options)
      validate ??= compile(route)
      const isValid = validate(input)
      check.errors = validate.errors
      return isValid
    }
    check.errors = undefined as Validate['errors']
    return check as Validate
  }
}
