import { readConfig } from '../config.ts'
import { openStorage, type Storage } from '../storage/open.ts'
import { loadPolicy } from './load-policy.ts'

/** Opens the storage the settings name, lets the command use it, and closes it again. */
export async function withStorage<Value>(use: (storage: Storage) => Promise<Value>): Promise<Value> {
  const config = readConfig(process.env)
  const storage = await openStorage({
    ...config,
    clock: () => new Date(),
    s3: s3Credentials(process.env),
    defaultPolicy: loadPolicy(config.policyFile),
  })
  try {
    return await use(storage)
  } finally {
    await storage.close()
  }
}

export function s3Credentials(environment: Record<string, string | undefined>) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
}
