import { duplicates } from './duplicates/commands/duplicates.ts'
import { rotateKey } from './issuance/commands/rotate-key.ts'

/** What features add to `limen person` and `limen tenants`. */
export const personCommands = { duplicates }
export const tenantCommands = { 'rotate-issuer-key': rotateKey }
