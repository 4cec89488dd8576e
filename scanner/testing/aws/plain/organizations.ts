import type { PlainService } from './plain.ts'

export const organizations: PlainService = {
  name: 'organizations',
  protocol: 'json',
  target: 'AWSOrganizationsV20161128',
  global: true,
  operations: {
    DescribeOrganization: { none: ['AWSOrganizationsNotInUseException', 400] },
    ListDelegatedAdministrators: { list: 'DelegatedAdministrators' },
  },
}
