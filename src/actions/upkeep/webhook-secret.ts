import type { Secrets } from '../ports/secrets.ts'

/** The secret of the settings, else the one the service made for itself, in the form receivers' libraries take. */
export async function readWebhookSecret(given: string | undefined, secrets: Secrets): Promise<string> {
  return given ?? `whsec_${Buffer.from(await secrets.get('webhook')).toString('base64')}`
}
