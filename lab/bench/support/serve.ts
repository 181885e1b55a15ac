import { type Child, startChild } from './child.ts'
import { freePort } from './free-port.ts'

/**
 * The service with its real engine as run by `npm start`, as a separate process on this folder; it listens, but its
 * workers may not be ready yet.
 */
export async function serve(folder: string, env: Record<string, string> = {}): Promise<Child> {
  const port = await freePort()
  return startChild(['--disable-warning=ExperimentalWarning', 'dist/server/cli.js', 'serve'], {
    PORT: String(port),
    HOST: '127.0.0.1',
    BASE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ...env,
  })
}
