import type { Migration } from './migration.ts'

/**
 * How far people come, counted by day without any of them; and of each session how far it came, so that those who
 * stopped somewhere can be looked at. Of sessions from before only the ends are known.
 */
export const captureCount: Migration = () => [
  `create table capture_count (
    day bigint not null, tenant text not null, mode text not null, step text not null, about text not null,
    value text not null, device text not null, language text not null, times bigint not null,
    primary key (day, tenant, mode, step, about, value, device, language))`,
  'alter table session add column reached text',
  `update session set reached = 'completed' where completed_at is not null`,
  `create index session_reached on session (mode, reached, created_at, id, tenant)
    where reached is not null and erased_at is null`,
]
