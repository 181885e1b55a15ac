/** Models that their package holds in another form: converter name → (tarball's files) → ONNX bytes. */
const converters = {}

export function convert(name, members) {
  const converter = converters[name]
  if (!converter) throw new Error(`there is no converter "${name}"`)
  return converter(members)
}
