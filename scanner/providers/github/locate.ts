import type { Location } from '../../kit/index.ts'
import { readUid } from './uids.ts'

const places = {
  organization: { service: 'organization', kind: 'organizations' },
  repository: { service: 'repository', kind: 'repositories' },
  workflow: { service: 'githubactions', kind: 'workflows' },
} as const

/**
 * Returns the location whose checks cover this resource; empty for an invalid uid. Numeric ids do not name an account.
 */
export function locate(uid: string): readonly Location[] {
  const named = readUid(uid)
  return named === null ? [] : [{ ...places[named], region: null, account: null }]
}
