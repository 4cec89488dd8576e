import type { Location } from '../../kit/index.ts'
import { readUid } from './uids.ts'

/** The records that carry uids of a kind, as `service/kind`: more than one check may look at it. */
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

/** Every place whose checks look at this resource; empty for an invalid uid. */
export function locate(uid: string): readonly Location[] {
  const read = readUid(uid)
  return (read ? (records[read.kind] ?? []) : []).map((place) => {
    const [service = '', kind = ''] = place.split('/')
    return { service, kind, region: null, account: read?.domain ?? null }
  })
}
