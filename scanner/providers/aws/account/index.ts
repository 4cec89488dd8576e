import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import maintainCurrentContactDetails from './account_maintain_current_contact_details.ts'
import differentContactDetails from './account_maintain_different_contact_details_to_security_billing_and_operations.ts'
import securityContactInformation from './account_security_contact_information_is_registered.ts'
import securityQuestions from './account_security_questions_are_registered_in_the_aws_account.ts'
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
        overlap: ['account:GetContactInformation', 'account:GetAlternateContact'],
      },
    },
  },
  collect,
  checks: [
    differentContactDetails,
    maintainCurrentContactDetails,
    securityContactInformation,
    securityQuestions,
  ],
})
