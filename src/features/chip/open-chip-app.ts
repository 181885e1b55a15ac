import { accept, type Result, refuse } from '../../formats/result.ts'
import { mrzOf } from '../../kernel/evidence/document/view.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { openPictureRequest } from '../../kernel/review/new-picture.ts'
import { takesChip } from '../../kernel/session/allowed.ts'
import { type ClosedRefusal, type Enrolment, loadOpen } from '../../kernel/session/change-session.ts'
import type { Session } from '../../kernel/session/session.ts'

/** The three fields of the machine readable zone that open a chip, as they are printed there. */
interface ChipKey {
  documentNumber: string
  birthDate: string
  expiryDate: string
}

interface ChipApp {
  address: string
  /** Absent if the machine readable zone was not read reliably: the app then asks for it. */
  key?: ChipKey
}

/**
 * The address of the tenant's app that reads the chip, and the key that opens the chip, so that nobody has to type it.
 */
export async function openChipApp(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'clock'>,
  enrolment: Enrolment,
): Promise<Result<ChipApp, ClosedRefusal | 'NO_CHIP_APP'>> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  const tenant = await ports.tenants.load(enrolment.tenant)
  const address = tenant && takesChip(open.value, tenant.settings) ? tenant.settings.chipApp : undefined
  if (!address) return refuse('NO_CHIP_APP')
  if (openPictureRequest(open.value, ports.clock())) return refuse('SESSION_ALREADY_COMPLETED')
  const key = keyIn(open.value)
  return accept({ address, key })
}

const PROTECTED = ['document_number', 'date_of_birth', 'date_of_expiry'] as const

function keyIn({ document }: Session): ChipKey | undefined {
  const mrz = mrzOf(document)
  const [documentNumber, birthDate, expiryDate] = PROTECTED.map((name) => mrz?.fields[name])
  const isCertain = PROTECTED.every((name) => mrz?.checks.find((check) => check.name === name)?.valid !== false)
  return documentNumber && birthDate && expiryDate && isCertain ? { documentNumber, birthDate, expiryDate } : undefined
}
