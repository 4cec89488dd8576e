/** The texts of checks from imported files, by account. */
import { rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { clean, cleanJson } from '../../platform/text.ts'
import type { CheckOfFile } from './file-checks.ts'

/** Stores the texts of an account's checks. Those of the newest file are kept. */
export async function storeChecks(
  tx: Tx,
  providerId: string,
  checks: readonly CheckOfFile[],
): Promise<void> {
  if (checks.length === 0) return
  const rows = checks.map(({ check_id, time, texts }) => ({
    check_id: clean(check_id),
    observed_at: new Date(Math.min(time, Date.now())).toISOString(),
    title: clean(texts.title),
    texts: cleanJson(JSON.stringify(texts)),
  }))
  await tx.run(sql`
    insert into imported_checks as c (tenant_id, provider_id, check_id, observed_at, title, texts)
    select ${tx.tenantId}::uuid, ${providerId}::uuid, r.check_id, r.observed_at, r.title, r.texts::jsonb
      from ${rowTable(rows, 'r', 'check_id text, observed_at timestamptz, title text, texts text')}
     order by r.check_id
    on conflict (tenant_id, provider_id, check_id) do update
       set observed_at = excluded.observed_at, title = excluded.title, texts = excluded.texts
     where c.observed_at <= excluded.observed_at
       and (c.texts, c.observed_at) is distinct from (excluded.texts, excluded.observed_at)`)
}
