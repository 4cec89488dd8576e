import type { Resource } from '../../kit/index.ts'
import type { Okta } from './client.ts'
import { organizationUid } from './uids.ts'

/** The resource for checks of the whole organization. */
export const organizationOf = ({ domain }: Okta): Resource => ({
  uid: organizationUid(domain),
  name: domain,
  region: '',
})
