import { type Finding, good, unsafe } from '../../kernel/operations/finding.ts'
import type { Storage } from '../../kernel/storage/open.ts'
import { INDEX_FROM } from './faces/face-vectors.ts'
import { findExtension, indexNameOf, listIndexes, listLargeGroups } from './faces/vector-indexes.ts'

const NAME = 'face index'

/** Where faces are searched, and what is missing for it. Nothing is said where there is only one way. */
export async function judgeFaces({ database: { db, kind }, faceIndex }: Storage): Promise<Finding[]> {
  if (kind !== 'postgres') return []
  const [{ faces }, { rows }] = await Promise.all([
    db
      .selectFrom('print')
      .select(({ fn }) => fn.countAll<number | string>().as('faces'))
      .where('sealed_face', 'is not', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('face_vector')
      .select(({ fn }) => fn.countAll<number | string>().as('rows'))
      .executeTakeFirstOrThrow(),
  ])
  if (faceIndex.place === 'memory')
    return Number(rows)
      ? [
          unsafe(
            NAME,
            `memory, and masked signs of ${rows} faces are in the database`,
            'a node with FACE_INDEX=memory removes them an hour after the last one with pgvector',
          ),
        ]
      : [good(NAME, `memory, ${faces} faces`)]
  const findings: Finding[] = []
  const extension = await findExtension(db)
  if ('missing' in extension)
    findings.push(
      unsafe(
        NAME,
        `PostgreSQL, but the extension vector is ${extension.missing}: every search reads all faces of its tenant`,
        extension.missing === 'not installed'
          ? 'install pgvector 0.8 on the database server; the service creates the extension'
          : 'run "create extension vector" as a role that may',
      ),
    )
  if (Number(rows) !== Number(faces))
    findings.push(
      unsafe(
        NAME,
        `${rows} of ${faces} faces can be searched in PostgreSQL`,
        'a running node with FACE_INDEX=pgvector fills the table; if the difference stays, read its log',
      ),
    )
  if ('version' in extension) {
    const present = await listIndexes(db)
    const groups = await listLargeGroups(db, INDEX_FROM)
    for (const group of groups.filter((each) => !present.has(indexNameOf(each))))
      findings.push(
        unsafe(
          NAME,
          `the faces of ${group.tenant} (${group.mode}) have no index yet: every search reads all of them`,
          'a running node builds it within an hour; a large maintenance_work_mem makes that faster',
        ),
      )
    if (!findings.length)
      findings.push(good(NAME, `pgvector ${extension.version}, ${rows} faces, ${present.size} indexes`))
  }
  return findings
}
