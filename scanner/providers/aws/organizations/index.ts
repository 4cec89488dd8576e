import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import accountPartOfOrganizations from './organizations_account_part_of_organizations.ts'
import delegatedAdministrators from './organizations_delegated_administrators.ts'
import { collect } from './collect.ts'
import type { Organizations } from './resources.ts'

export default service<Organizations, Aws>({
  name: 'organizations',
  scope: 'global',
  kinds: {
    accounts: {
      list: [],
      fields: {
        organization: ['organizations:DescribeOrganization'],
        delegated: [
          'organizations:DescribeOrganization',
          'organizations:ListDelegatedAdministrators',
        ],
      },
    },
  },
  collect,
  checks: [accountPartOfOrganizations, delegatedAdministrators],
})
