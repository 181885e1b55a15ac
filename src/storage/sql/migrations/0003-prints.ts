import type { Migration } from './migration.ts'

export const prints: Migration = () => [
  `create table print (
    session_id text primary key references session (id), tenant text not null,
    document_hash text, face_model text, sealed_face text)`,
  `create index print_by_document on print (tenant, document_hash) where document_hash is not null`,
  `create index print_by_face on print (tenant, face_model, session_id) where sealed_face is not null`,
]
