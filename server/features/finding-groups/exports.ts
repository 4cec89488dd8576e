/** Groups of findings as files. */
import { csv, type Exports, exportsOf, jsonLines } from '../../platform/http/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { scopeOf } from '../providers/index.ts'
import { type FindingGroup, findingGroups } from './resource.ts'
import { groupPage } from './groups.ts'

const names = Object.keys(findingGroups.attributes) as (keyof FindingGroup)[]
const columns = Object.fromEntries(
  (['id', ...names] as const).map((name) => [name, (group: FindingGroup) => group[name]]),
)

/** All at once: there are at most as many as checks. */
export const groupExports = (
  catalog: CheckCatalog,
  { latest }: { readonly latest: boolean },
): Exports =>
  exportsOf<typeof findingGroups, FindingGroup>(
    findingGroups,
    async ({ tx, caller, query }) => {
      const page = { number: 1, size: Number.MAX_SAFE_INTEGER }
      const scope = await scopeOf(tx, caller, query.filters)
      const reading = { caller, scope, catalog }
      const { rows } = await groupPage(tx, reading, { ...query, page, latest })
      return { rows, place: undefined }
    },
    [
      csv<typeof findingGroups, FindingGroup>(findingGroups, columns),
      jsonLines<typeof findingGroups, FindingGroup>(findingGroups, (group) => group),
    ],
  )
