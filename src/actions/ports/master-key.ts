/** The key that wraps every other key. */
export interface MasterKey {
  /**
   * Wraps every stored key under the current master key, or under a new one where the key is a file of the data folder;
   * answers how many. It can run while the service does, and be started again after a crash.
   */
  rotate(): Promise<number>
}
