import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'

const root = join(import.meta.dirname, '../../..')

/** Scripts of an integrator that import limen-embed as installed, bundled as their own tools do: the files by name. */
export async function bundle(sources: Record<string, string>): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-embed-'))
  try {
    await buildPackage('embed', join(folder, 'node_modules/limen-embed'))
    for (const name of ['react', 'react-dom', 'vue'])
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    const names = Object.keys(sources)
    for (const name of names) await writeFile(join(folder, `${name}.js`), sources[name] ?? '')
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
      build: {
        outDir: join(folder, 'out'),
        rollupOptions: {
          input: Object.fromEntries(names.map((name) => [name, join(folder, `${name}.js`)])),
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    })
    const files = new Map<string, string>()
    for (const file of await readdir(join(folder, 'out')))
      files.set(file, await readFile(join(folder, 'out', file), 'utf8'))
    return files
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A package of ours as it is installed: its description and what the compiler makes of it. */
export async function buildPackage(name: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await copyFile(join(root, 'packages', name, 'package.json'), join(folder, 'package.json'))
  const args = ['-p', join(root, 'packages', name), '--outDir', join(folder, 'dist')]
  await promisify(execFile)(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...args])
}
