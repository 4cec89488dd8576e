/** Tenants for tests, and a table in which each keeps a word that no other may ever see. */
import type { TestDatabase } from '../../../testing/database.ts'
import { newId } from '../../ids.ts'
import { raw, sql } from '../sql.ts'
import type { Tx } from '../port.ts'

const table = `
  begin;
  set local role plumbline_owner;
  create table canaries (
    tenant_id uuid not null references tenants on delete cascade,
    id uuid not null,
    word text collate "C" not null,
    n int not null default 0,
    at timestamptz not null default now(),
    primary key (tenant_id, id)
  ) partition by hash (tenant_id);
  create table canaries_only partition of canaries for values with (modulus 1, remainder 0);
  call guard_tenant('canaries');
  call guard_tenant('canaries_only');
  grant select, insert, update, delete on canaries, canaries_only to plumbline_app;
  commit`

/** Makes the table and as many tenants as requested; returns their ids. */
export async function plantCanaries(
  { administer, database }: Pick<TestDatabase, 'administer' | 'database'>,
  count: number,
): Promise<readonly string[]> {
  await administer(table)
  const ids = Array.from({ length: count }, () => newId())
  for (const id of ids) {
    await database.outsideTenants((tx) => tx.rows(sql`select create_tenant(${id}, 'a tenant')`))
    await database.inTenant(id, (tx) => insertCanary(tx, id))
  }
  return ids
}

/** One more canary in the transaction's tenant. */
export const insertCanary = (tx: Tx, word: string, id: string = newId()): Promise<number> =>
  tx.run(sql`
    insert into canaries (tenant_id, id, word) values (${tx.tenantId}, ${id}, ${word})`)

/** The words that a transaction sees, without asking for a tenant. */
export const readCanaries = async (tx: Tx, from = 'canaries'): Promise<string[]> =>
  (await tx.rows<{ word: string }>(sql`select distinct word from ${raw(from)} order by word`)).map(
    ({ word }) => word,
  )
