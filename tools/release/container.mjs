// Lays out a folder from which the container image can be built without the sources: `docker build .` needs only the
// base image and npm.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'
import { lockedPackages, readLock } from './image.mjs'
import { stagePackage } from './stage.mjs'

/** The steps that fill the image from the sources, and those that fill it from the package. */
const FROM_SOURCES = 'COPY . .\nRUN node tools/release/image.mjs /image\n'
const FROM_PACKAGE = `COPY . /image
RUN cd /image && rm Dockerfile && npm ci --omit=dev --ignore-scripts --no-audit --no-fund && \\
  find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 ! -path "*/linux/$(node -p process.arch)" -exec rm -r {} +
`

export function stageContainer(folder) {
  stagePackage(folder)
  const file = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  if (!file.includes(FROM_SOURCES))
    throw new Error('deploy/Dockerfile fills the image in a way that this program does not know')
  writeFileSync(join(folder, 'Dockerfile'), file.replace(FROM_SOURCES, FROM_PACKAGE))
  const { name, version, license, bin, engines, dependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const packages = Object.fromEntries([
    ['', { name, version, license, dependencies, bin, engines }],
    ...lockedPackages(),
  ])
  const lock = { name, version, lockfileVersion: readLock().lockfileVersion, requires: true, packages }
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
}
