import type { Migration } from './migration.ts'

/** Documents that were taught: every version stays. One row says how often what is in use has changed. */
export const documentModels: Migration = () => [
  `create table document_model (
    id text not null, version integer not null, status text not null,
    country text not null, type text not null, side text not null, year text, name text not null,
    content text not null, pictures integer not null, fields text not null, zones text not null,
    taught_by text not null, at bigint not null, signer text, signature text,
    primary key (id, version))`,
  `create index document_model_in_use on document_model (id) where status = 'published'`,
  'create table document_model_revision (one integer primary key, revision bigint not null)',
  'insert into document_model_revision (one, revision) values (1, 0)',
  `create table document_model_count (
    model text not null, tenant text not null, mode text not null, day bigint not null,
    seen bigint not null, approved bigint not null,
    primary key (day, model, tenant, mode))`,
]
