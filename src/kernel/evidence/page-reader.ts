import type { PageSide } from '../../formats/document-words.ts'
import type { Asked, PageResult } from '../../vision/engine.ts'
import type { FeaturePorts } from '../feature-types.ts'
import type { Ports } from '../ports/ports.ts'
import type { Session } from '../session/session.ts'
import { openSlot } from '../slot.ts'

export type PageReaderPorts = Pick<Ports, 'engine' | 'clock' | keyof FeaturePorts>

/** What else is read from the picture of a page, and kept under a name of its own. */
export interface PageReader {
  /** Whether the codes on a page of this tenant are searched for. */
  asksForCodes(ports: PageReaderPorts, tenant: string): Promise<boolean>
  /** Reads the codes that were found; the page counts whether they can be read or not. */
  read(ports: PageReaderPorts, page: PageResult, asked: Asked): Promise<PageAddition>
}

interface PageAddition {
  /** Its pictures, among those of the page. */
  images?: PageResult['images'] | undefined
  /** The session with it, and without what the page replaces. */
  addTo(session: Session, replaced: ReplacedPages): Session
}

export interface ReplacedPages {
  side: PageSide
  /** A new front came, and the back of the old one is gone. */
  losesBack: boolean
}

export const pageReaders = openSlot<PageReader>('page readers')
