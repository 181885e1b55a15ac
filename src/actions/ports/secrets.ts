/** Secrets the service makes for itself at first use and keeps, such as the one that signs webhooks. 32 random bytes each. */
export interface Secrets {
  get(name: string): Promise<Uint8Array>
}
