// node tools/pin-images.mjs: writes the digest of every image used in deploy/ next to its version, as reported by
// Docker.
// Plain JavaScript for Node 18 and later.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const files = ['compose.yaml', 'Dockerfile'].map((name) => fileURLToPath(new URL(`../deploy/${name}`, import.meta.url)))

/** `image: name:tag` and `FROM name:tag`, with or without a digest; our own image has no registry. */
export const IMAGES = /^(\s*image: |FROM )([\w./-]+):([\w.-]+)(?:@sha256:[0-9a-f]{64})?/gm

/** The text with each image's digest inserted. */
export async function pin(text, digestOf) {
  const digests = new Map()
  for (const [, , name, tag] of text.matchAll(IMAGES)) digests.set(`${name}:${tag}`, await digestOf(name, tag))
  return text.replace(IMAGES, (_, before, name, tag) => `${before}${name}:${tag}@${digests.get(`${name}:${tag}`)}`)
}

/** The digest of the platform list, so that it is valid on every processor. */
async function askDocker(name, tag) {
  const args = ['buildx', 'imagetools', 'inspect', `${name}:${tag}`, '--format', '{{.Manifest.Digest}}']
  const { stdout, error } = spawnSync('docker', args, { encoding: 'utf8', timeout: 60_000 })
  const digest = stdout?.trim() ?? ''
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`docker does not report the digest of ${name}:${tag}`, { cause: error })
  return digest
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    for (const file of files) writeFileSync(file, await pin(readFileSync(file, 'utf8'), askDocker))
    console.log('deploy/: every image is pinned')
  } catch (error) {
    console.error(`the images are not pinned: ${error.message}`)
    process.exit(1)
  }
}
