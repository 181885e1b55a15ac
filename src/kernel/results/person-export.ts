import type { Ports } from '../ports/ports.ts'
import type { Session } from '../session/session.ts'
import { openSlot } from '../slot.ts'

export type ExportPorts = Pick<
  Ports,
  'sessions' | 'images' | 'reviews' | 'pairAnswers' | 'tenants' | 'issuedCredentials' | 'audit' | 'blocklist' | 'clock'
>

/** One file of what is handed to a person about themself. */
export interface ExportedFile {
  name: string
  /** What it contains, in a few words for the person. */
  about: string
  /** Undefined or an empty list: the file is left out. */
  read(ports: ExportPorts, session: Session): unknown
}

/** Files of features. */
export const exportedFiles = openSlot<ExportedFile>('exported files')
