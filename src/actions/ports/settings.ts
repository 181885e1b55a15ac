/** Small facts of the installation, by name. No person's data. */
export interface Settings {
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
}
