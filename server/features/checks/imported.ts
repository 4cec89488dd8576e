/** Texts of checks that the catalog does not have, as imported files brought them. */
import type { CheckDescription } from '@plumbline/scanner'
import { type CheckTexts, importedCheck, type ImportedCheck } from '@plumbline/scanner/formats'
import { contains, rowTable, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { severityOf } from '../versions/index.ts'
import type { CheckCatalog } from './catalog.ts'

/** Checks that one title chooses: each is a parameter of the statement that follows. */
const mostChecks = 10_000

interface OfCheck {
  readonly provider_id: string
  readonly check_id: string
  readonly service: string
  readonly severity: number
  readonly resource_type: string
}

/** The description of a finding's check; undefined if neither the catalog nor a file has one. */
export type CheckOf = (row: OfCheck) => CheckDescription | ImportedCheck | undefined

const keyOf = ({ provider_id, check_id }: Pick<OfCheck, 'provider_id' | 'check_id'>): string =>
  `${provider_id} ${check_id}`

/** Descriptions of the checks of rows. Reads nothing if the catalog has all of them. */
export async function checksOfRows(
  tx: Tx,
  catalog: CheckCatalog,
  rows: readonly OfCheck[],
): Promise<CheckOf> {
  const unknown = new Map(
    rows.filter(({ check_id }) => !catalog.has(check_id)).map((row) => [keyOf(row), row]),
  )
  const found = await textsOf(tx, [...unknown.values()])
  const texts = new Map(found.map((one) => [keyOf(one), one.texts]))
  return (row) => {
    const known = catalog.get(row.check_id)
    const own = known && 'imported' in known ? known.imported : texts.get(keyOf(row))
    if (!own || (known && !('imported' in known))) return known
    return importedCheck(own, { ...row, severity: severityOf(row.severity) })
  }
}

async function textsOf(
  tx: Tx,
  rows: readonly OfCheck[],
): Promise<readonly { provider_id: string; check_id: string; texts: CheckTexts }[]> {
  if (rows.length === 0) return []
  const wanted = rows.map(({ provider_id, check_id }) => ({ provider_id, check_id }))
  return tx.rows(sql`
    select c.provider_id, c.check_id, c.texts
      from ${rowTable(wanted, 'w', 'provider_id uuid, check_id text')}
      join imported_checks c
        on c.tenant_id = ${tx.tenantId} and c.provider_id = w.provider_id and c.check_id = w.check_id`)
}

/** The catalog with the checks of files, for the providers that match; of several files, the newest counts. */
export async function withImportedChecks(
  tx: Tx,
  catalog: CheckCatalog,
  { providers, checkIds }: { readonly providers: Sql; readonly checkIds?: readonly string[] },
): Promise<CheckCatalog> {
  const wanted = checkIds?.filter((id) => !catalog.has(id))
  if (wanted?.length === 0) return catalog
  const among = wanted
    ? sql`c.check_id in (select w.check_id from ${rowTable(
        wanted.map((check_id) => ({ check_id })),
        'w',
        'check_id text',
      )})`
    : sql`true`
  const found = await tx.rows<{ check_id: string; texts: CheckTexts }>(sql`
    select distinct on (c.check_id) c.check_id, c.texts
      from imported_checks c
     where c.tenant_id = ${tx.tenantId} and ${providers} and ${among}
     order by c.check_id, c.observed_at desc`)
  if (found.length === 0) return catalog
  const all = new Map(catalog)
  for (const { check_id, texts } of found) {
    const facts = { check_id, service: '', severity: 'informational', resource_type: '' } as const
    if (!catalog.has(check_id)) all.set(check_id, importedCheck(texts, facts))
  }
  return all
}

/** The checks of files with a title that contains a text, ignoring case. */
export const importedByTitle = async (
  tx: Tx,
  caller: Caller,
  part: string,
): Promise<readonly string[]> => {
  const found = await tx.rows<{ check_id: string }>(sql`
    select distinct c.check_id
      from imported_checks c
     where c.tenant_id = ${tx.tenantId} and ${visible(caller, sql`c.provider_id`)}
       and ${contains(part, sql`c.title`)}
     limit ${mostChecks}`)
  return found.map(({ check_id }) => check_id)
}
