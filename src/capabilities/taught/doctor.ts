import type { Ports } from '../../actions/ports/ports.ts'
import { type Finding, good, unsafe } from '../../cli/doctor/finding.ts'
import { mayApprove } from '../../domain/document/model.ts'

/** Whether taught documents can be approved by their models; nothing where none is in use. */
export async function judgeTaught({ documentModels }: Pick<Ports, 'documentModels'>): Promise<Finding[]> {
  const models = await documentModels.published()
  if (!models.length) return []
  const unfit = models.filter(({ content }) => !mayApprove(content)).map(({ name }) => name)
  if (!unfit.length) return [good('taught documents', `${models.length} in use`)]
  return [
    unsafe(
      'taught documents',
      `approved by no comparison, taught with files, with fewer than three pictures that can be compared or by an earlier version: ${unfit.join(', ')}`,
      'teach them again with three sharp pictures of the kind that people send; until then a reviewer sees them',
    ),
  ]
}
