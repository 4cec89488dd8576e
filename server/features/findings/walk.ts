/** The same work for every live finding that a query matches, one part per transaction, after its caller has left. */
import {
  forbidden,
  integer,
  invalid,
  nullable,
  parseQuery,
  Problem,
  Problems,
  raise,
  text,
  uuid,
} from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import { advanceTask, type Running } from '../../platform/tasks/index.ts'
import { allowed, type Permission, type Rights, rightsOf } from '../../platform/tenancy/index.ts'
import type { AnyFilter } from '../providers/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { matching, matchingAfter } from './matching.ts'
import { latestFindings } from './resource.ts'
import { keyFromText, keyText, type NamedFinding } from '../versions/index.ts'

/** The most findings of one walk: no user has reviewed more than these. */
const mostWalked = 100_000

/** Findings of one transaction: a busy machine takes two seconds for them, and others are served in between. */
export const partSize = 250

const queryAt = '/data/attributes/query'

/** Filters as an address of `/findings/latest` has them, behind its question mark. */
export const findingQuery = text({
  max: 4_000,
  pattern: /^[^\s?#]*$/,
  patternName: 'the filters of an address of /findings/latest',
})

/** Throws a problem that points at their field. */
export function filtersIn(query: string): readonly AnyFilter[] {
  const isFilter = (name: string): boolean => name.startsWith('filter[')
  if (![...new URLSearchParams(query).keys()].every(isFilter))
    throw invalid(queryAt, 'Must contain only filters, for example filter[status]=FAIL.', 'unknown')
  try {
    return parseQuery(latestFindings, query).filters
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Problems)) throw error
    const problems = error instanceof Problems ? error.problems : [error]
    raise(problems.map(({ detail, code }) => invalid(queryAt, detail, code)))
    throw error
  }
}

/** Throws for a number of findings that no walk is made over. */
export function checkWalk(count: number): void {
  if (count === 0) throw invalid(queryAt, 'No finding that is visible to you matches.', 'not_found')
  if (count > mostWalked)
    throw invalid(
      queryAt,
      `${count.toLocaleString('en')} findings match. At most ${mostWalked.toLocaleString('en')} can be changed at once; add another filter.`,
      'too_many',
    )
}

/** What a task keeps of its walk: its kind adds what is to be done, and what came of it so far. */
export const walkInput = {
  user_id: uuid,
  query: findingQuery,
  /** Findings that matched at the time of the request. */
  matched: integer,
  done: integer,
  /** The key of the last one. */
  after: nullable(text),
}
export interface Walk {
  readonly user_id: string
  readonly query: string
  readonly matched: number
  readonly done: number
  readonly after: string | null
}

/** A walk at its beginning. Throws for invalid filters, and if no findings or too many match. */
export async function walkOver(
  tx: Tx,
  viewer: Rights,
  catalog: CheckCatalog,
  query: string,
): Promise<Walk> {
  const filters = filtersIn(query)
  const { count } = await matching(tx, viewer, catalog, { filters, most: 0 })
  checkWalk(count)
  return { user_id: viewer.userId, query, matched: count, done: 0, after: null }
}

/** What people see of it while it runs. */
export const walkShown = ({ matched, done }: Walk) => ({ matched, done })

interface Work<W> {
  /** Who may not do it any more ends it. */
  readonly may: Permission
  /** Findings in one transaction. */
  readonly most?: number
  /** Returns the walk with the results of this part. */
  part(tx: Tx, findings: readonly NamedFinding[], walk: W): Promise<W>
}

/**
 * Continues where the walk stopped, and returns it at its end. A part and the position after it are written together,
 * so that no part is done twice after a restart. Each part checks again what the caller may do and see.
 */
export async function walked<W extends Walk>(
  { inTenant, hold, taskId, signal }: Running,
  catalog: CheckCatalog,
  begun: W,
  { may, most = partSize, part }: Work<W>,
): Promise<W> {
  const filters = filtersIn(begun.query)
  for (let walk = begun; ; ) {
    signal.throwIfAborted()
    const from: W = walk
    const next = await inTenant(async (tx): Promise<W | null> => {
      const rights = await rightsOf(tx, from.user_id)
      if (!rights || !allowed(rights, may))
        throw forbidden('The user who started this task is no longer allowed to change findings.')
      const findings = await matchingAfter(tx, rights, catalog, {
        filters,
        most,
        after: from.after === null ? null : keyFromText(from.after),
      })
      const last = findings.at(-1)
      if (!last) return null
      const done = from.done + findings.length
      const to = { ...(await part(tx, findings, from)), done, after: keyText(last) }
      await hold(tx)
      await advanceTask(tx, taskId, to, walkShown(to))
      return to
    })
    if (!next) return walk
    walk = next
  }
}
