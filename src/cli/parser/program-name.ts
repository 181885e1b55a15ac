import { ROOT } from '../../resources.ts'

/** How a command is called where the program lies: as a package that npm installed, or in a checkout or a container. */
export const programName = (): string => (/[\\/]node_modules[\\/]/.test(ROOT) ? 'npx limen' : 'npm run cli --')
