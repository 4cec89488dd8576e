import { type Database, type Sql, toStatement, type Tx } from '../platform/db/index.ts'

/** Statements that may take a right from somebody who listens. What only gives rights ends no stream. */
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
 * What lists of findings and resources show. Of notes they show how many there are, so that rewording one
 * changes none. Overviews are of completed scans.
 */
const shown = [
  'findings',
  'finding_(history|gone|bodies|attestations|twins)',
  'rollup_live',
  'unit_heads',
  'scan_observations',
  'resources',
  'resource_tags',
].join('|')

/**
 * Statements that change what is remembered of findings, or kept of lists. Those of a provider that is being
 * deleted are in nobody's sight any more, and `deleteSome` takes them.
 */
const writesFindings = new RegExp(
  String.raw`\b((insert\s+into|update|delete\s+from)\s+(${shown})\b|(insert\s+into|delete\s+from)\s+finding_notes\b|update\s+scans\b[^;]*\bset\s+state\s*=\s*'completed')(?!.*\bctid in\b)`,
  'is',
)
const locksHead = /\binsert\s+into\s+provider_heads\b/i

/**
 * The database, with an eye on two rules that no type holds. A transaction that takes rights and has nothing
 * to tell after its commit is a bug, and fails: `rightsChanged` was not called. So is one that writes findings
 * without `lockHead`: what is remembered of them would hold on.
 */
export const watched = (database: Database): Database => ({
  ...database,
  inTenant: (tenantId, work, turn) =>
    database.inTenant(tenantId, (tx) => watchedIn(tx, work), turn),
})

async function watchedIn<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const taking: string[] = []
  const writing: string[] = []
  let isTold = false
  let isLocked = false
  const noted = (statement: Sql): Sql => {
    const { text } = toStatement(statement)
    if (takesRights.test(text)) taking.push(text.trim())
    if (writesFindings.test(text)) writing.push(text.trim())
    isLocked ||= locksHead.test(text)
    return statement
  }
  const result = await work({
    ...tx,
    rows: (statement) => tx.rows(noted(statement)),
    maybe: (statement) => tx.maybe(noted(statement)),
    single: (statement) => tx.single(noted(statement)),
    run: (statement) => tx.run(noted(statement)),
    afterCommit(later) {
      isTold = true
      tx.afterCommit(later)
    },
  })
  if (taking.length > 0 && !isTold)
    throw new Error(`rightsChanged was not called beside: ${taking.join('; ')}`)
  if (writing.length > 0 && !isLocked)
    throw new Error(`lockHead was not called beside: ${writing.join('; ')}`)
  return result
}
