import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Where the program finds its own files. In a checkout this file is src/platform/resources.ts; in a build it is part of a file
 * in dist/server. The nets, the built pages and package.json are in the same parent folder in both cases.
 */
const built = !import.meta.url.endsWith('/src/platform/resources.ts')

/** The checkout, the installed package, or the folder of the container image. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Our own nets. */
export const OWN_NETS = join(ROOT, 'models')

/** The nets and pictures that tools/models.mjs fetches. */
export const FETCHED_NETS = join(ROOT, '.models')

/** The hosted page, the console and the demo, as Vite builds them. */
export const PAGES = join(ROOT, 'dist', 'pages')

/** The guides of the documentation site, as tools/site.mjs writes them into the build. */
export const GUIDES = join(ROOT, 'dist', 'files', 'guides.json')

/** The code of the service, and the files it reads while it runs. */
export const PROGRAM_FOLDERS = built ? [join(ROOT, 'dist', 'server'), join(ROOT, 'dist', 'files')] : [join(ROOT, 'src')]

/** A file or folder that is read at run time, by its path in the repository: the build keeps it under that path. */
export const resource = (path: string): string => join(built ? join(ROOT, 'dist', 'files') : ROOT, path)

/** A program that the service starts as a process or thread of its own, by its path in the repository. */
export const programOf = (path: string): string =>
  built ? join(ROOT, 'dist', 'server', `${basename(path, '.ts')}.js`) : join(ROOT, path)
