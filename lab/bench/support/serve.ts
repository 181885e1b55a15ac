import { type Child, startChild } from './child.ts'
import { freePort } from './free-port.ts'

/** The service with its real engine as `npm start` runs it, as a process of its own over this folder; it listens, its workers may not be ready yet. */
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
