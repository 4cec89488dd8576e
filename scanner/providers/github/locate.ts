import type { Location } from '../../kit/index.ts'
import { readUid } from './uids.ts'

const places = {
  organization: { service: 'organization', kind: 'organizations' },
  repository: { service: 'repository', kind: 'repositories' },
  workflow: { service: 'githubactions', kind: 'workflows' },
} as const

/** The place whose checks look at this resource; none for what is no uid of GitHub. Numbers name no account. */
export function locate(uid: string): readonly Location[] {
  const named = readUid(uid)
  return named === null ? [] : [{ ...places[named], region: null, account: null }]
}
