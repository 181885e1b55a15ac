/** How the program is called from where it was called: in a checkout through npm, else by its name. */
export const programName = (): string => (process.env.npm_lifecycle_event === 'cli' ? 'npm run cli --' : 'limen')
