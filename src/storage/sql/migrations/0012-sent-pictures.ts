import type { Migration } from './migration.ts'

/** Pictures as they were sent, sealed, and the keyed bands by which those worth comparing are found. */
export const sentPictures: Migration = () => [
  `create table sent_picture (
    session_id text not null references session (id), part text not null, sealed text not null,
    primary key (session_id, part))`,
  `create table picture_band (
    band_hash text not null, session_id text not null, part text not null,
    primary key (band_hash, session_id, part))`,
  `create index picture_band_by_session on picture_band (session_id, part)`,
]
