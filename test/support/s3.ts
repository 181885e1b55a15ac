import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface S3Server {
  /** For IMAGES_URL: a bucket with a prefix. */
  url: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  /** Where the server keeps its objects, to search for what must not be there. */
  folder: string
  /** Listens no more; and again, at the same address. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** Starts an S3 server of its own, which checks signatures, on a temporary folder. */
export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-s3-'))
  const serve = (port: number) => {
    const server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory: folder,
      vhostBuckets: false,
      configureBuckets: [{ name: 'pictures', configs: [] }],
    })
    server.middleware.splice(AFTER_XML, 0, truncateListings)
    return server
  }
  let server = serve(0)
  const { port } = await server.run()
  return {
    url: `s3://pictures/limen?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=eu-central-1`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    folder,
    pause: () => server.close(),
    async resume() {
      server = serve(port)
      await server.run()
    },
    async stop() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Its place among the steps of a request: within the one that writes answers as XML. */
const AFTER_XML = 2

/**
 * The server ciphers its continuation tokens with DES, which OpenSSL 3 no longer has, and so answers 500 to every listing
 * that goes on. It is told that there is no more, and the answer says that there is, without a token: we ask by key.
 */
async function truncateListings(context: Context, next: () => Promise<void>): Promise<void> {
  const { store } = context
  let isTruncated = false
  context.store = Object.create(store, {
    listObjects: {
      async value(...args: unknown[]) {
        const listed = await store.listObjects(...args)
        isTruncated = listed.isTruncated
        return { ...listed, isTruncated: false }
      },
    },
  })
  await next()
  if (isTruncated) context.body.ListBucketResult.IsTruncated = true
}

interface Context {
  store: { listObjects(...args: unknown[]): Promise<{ isTruncated: boolean }> }
  body: { ListBucketResult: { IsTruncated: boolean } }
}

interface Server {
  middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

/** The package has no types. */
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: Record<string, unknown>) => Server
