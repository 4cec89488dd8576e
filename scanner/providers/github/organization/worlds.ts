// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Organization } from './resources.ts'

/** An organization that grants few permissions to its members. */
export const organization = world<Organization>({
  uid: 'https://api.github.com/organizations/9919',
  name: 'octo-org',
  region: '',
  default_repository_permission: 'read',
  members_can_create: [],
  members_can_delete: false,
  requires_two_factor: true,
  is_verified: true,
})
