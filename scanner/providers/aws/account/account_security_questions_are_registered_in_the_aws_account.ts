import { manual } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'account_security_questions_are_registered_in_the_aws_account',
  title: 'AWS account has security questions registered',
  description:
    'An account could formerly register three security questions to verify its owner. No API reports whether an account has them.',
  risk: 'If the password and MFA device of the root user are lost, an owner who cannot be verified has to wait for AWS Support, while an attacker may have access.',
  decision:
    'Always MANUAL, because no API returns the questions. AWS has not accepted new questions since January 2024, and existing ones cannot be edited since January 2025. Only an account that registered them before can have any.',
  fix: {
    text: 'Check whether the account has security questions. Store their answers where the owners can find them, and keep the contact information of the account current.',
    console: [
      'Sign in as the root user, choose the account name at the top right, then Account.',
      'Look for Configure security challenge questions. Accounts without questions no longer show it.',
      'If it is not shown, verify that the email address, telephone number and alternate contacts of the account are correct. AWS uses them to verify the owner.',
    ],
    cli: null,
    terraform: null,
  },
  source: 'https://docs.aws.amazon.com/accounts/latest/reference/doc-history.html',
  over: 'accounts',
  needs: [],
  judge: ({ name }) =>
    manual(`Only the owner of account ${name} can check whether it has security questions.`),
})
