import { verify } from '../../../kit/verify.ts'
import check from './account_security_questions_are_registered_in_the_aws_account.ts'
import { account } from './worlds.ts'

verify(check, {
  manual: [account(), account({ contact: null, security_contact: null })],
})
