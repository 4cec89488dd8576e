import type { Resource } from '../../kit/index.ts'
import type { Okta } from './client.ts'
import { organizationUid } from './uids.ts'

/** What checks of the whole organization are made over. */
export const organizationOf = ({ domain }: Okta): Resource => ({
  uid: organizationUid(domain),
  name: domain,
  region: '',
})
