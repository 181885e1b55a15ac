import type { Migration } from './migration.ts'

export const statusCount: Migration = () => [
  `create table status_count (
    tenant text not null, day bigint not null, status text not null, sessions bigint not null,
    primary key (tenant, day, status))`,
  `insert into status_count (tenant, day, status, sessions)
    select tenant, created_at - created_at % 86400000, status, count(*) from session where erased_at is null
    group by tenant, created_at - created_at % 86400000, status`,
]
