import { type Database, type Sql, toStatement, type Tx } from '../platform/db/index.ts'

/** Statements that may take a right from a listener. Statements that only grant rights end no stream. */
const takesRights = new RegExp(
  [
    String.raw`\bdelete\s+from\s+(memberships|roles|user_roles|provider_groups|role_provider_groups|provider_group_members|api_keys)\b`,
    String.raw`\bupdate\s+(memberships|roles)\b`,
    String.raw`\bupdate\s+api_keys\b[^;]*\bset\s+revoked\b`,
    String.raw`\bupdate\s+providers\b[^;]*\bset\s+deleted_at\b`,
    String.raw`\bdelete_(user|tenant)\s*\(`,
  ].join('|'),
  'i',
)

/**
 * The database, with a check of a rule that no type enforces: a transaction that takes rights and publishes nothing
 * after its commit fails, because `rightsChanged` was not called.
 */
export const watched = (database: Database): Database => ({
  ...database,
  inTenant: (tenantId, work, turn) =>
    database.inTenant(tenantId, (tx) => watchedIn(tx, work), turn),
})

async function watchedIn<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const taking: string[] = []
  let isAnnounced = false
  const noted = (statement: Sql): Sql => {
    const { text } = toStatement(statement)
    if (takesRights.test(text)) taking.push(text.trim())
    return statement
  }
  const result = await work({
    ...tx,
    rows: (statement) => tx.rows(noted(statement)),
    maybe: (statement) => tx.maybe(noted(statement)),
    single: (statement) => tx.single(noted(statement)),
    run: (statement) => tx.run(noted(statement)),
    afterCommit(later) {
      isAnnounced = true
      tx.afterCommit(later)
    },
  })
  if (taking.length > 0 && !isAnnounced)
    throw new Error(`rightsChanged was not called beside: ${taking.join('; ')}`)
  return result
}
