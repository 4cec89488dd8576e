import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import maintainCurrentContactDetails from './account_maintain_current_contact_details.ts'
import securityContactInformation from './account_security_contact_information_is_registered.ts'
import { collect } from './collect.ts'
import type { Accounts } from './resources.ts'

export default service<Accounts, Aws>({
  name: 'account',
  scope: 'global',
  kinds: {
    accounts: {
      list: [],
      fields: {
        contact: ['account:GetContactInformation'],
        security_contact: ['account:GetAlternateContact'],
      },
    },
  },
  collect,
  checks: [maintainCurrentContactDetails, securityContactInformation],
})
