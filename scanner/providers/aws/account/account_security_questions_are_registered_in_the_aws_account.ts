import { manual } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'account_security_questions_are_registered_in_the_aws_account',
  title: 'Security questions of the account are registered',
  description:
    'AWS once let an account answer three questions to prove whose it is. No API tells whether an account has them.',
  risk: 'When password and second factor of the root user are lost, whoever cannot prove that the account is his waits for support, while somebody else may be in it.',
  decision:
    'Always MANUAL, for there is nothing to read. AWS has taken no new questions since January 2024 and lets nobody edit old ones since January 2025, so only an account that registered them before can have any.',
  fix: {
    text: 'Look whether the account has security questions, keep their answers where the owners find them, and keep the contacts of the account up to date.',
    console: [
      'Sign in as the root user, choose the account’s name at the top right, then Account.',
      'Look for Configure security challenge questions; accounts without questions no longer show it.',
      'Where it is missing, see that e-mail address, telephone number and alternate contacts of the account are right: they prove the owner today.',
    ],
    cli: null,
    terraform: null,
  },
  source: 'https://docs.aws.amazon.com/accounts/latest/reference/doc-history.html',
  over: 'accounts',
  needs: [],
  judge: ({ name }) =>
    manual(`Whether the account ${name} has security questions can be seen by its owner only.`),
})
