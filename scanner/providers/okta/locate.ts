import type { Location } from '../../kit/index.ts'
import { readUid } from './uids.ts'

/** The records with uids of a kind, as `service/kind`: several checks may evaluate them. */
const records: Readonly<Record<string, readonly string[]>> = {
  'api-token': ['apitoken/tokens'],
  app: ['application/apps', 'application/consoles', 'application/dashboards'],
  brand: ['signon/brands'],
  idp: ['idp/providers'],
  organization: [
    'authenticator/organizations',
    'network/organizations',
    'systemlog/organizations',
    'user/organizations',
  ],
  policy: ['authenticator/policies', 'signon/policies'],
}

/** Returns all locations whose checks evaluate this resource; empty for an invalid uid. */
export function locate(uid: string): readonly Location[] {
  const read = readUid(uid)
  return (read ? (records[read.kind] ?? []) : []).map((place) => {
    const [service = '', kind = ''] = place.split('/')
    return { service, kind, region: null, account: read?.domain ?? null }
  })
}
