import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_securityaudit_role_created',
  title: 'A role may audit the account',
  risk: 'Auditors without a role of their own borrow one that may change what they look at.',
  fix: {
    text: 'Make a role for auditors and attach SecurityAudit to it.',
    cli: 'aws iam attach-role-policy --role-name <name> --policy-arn arn:aws:iam::aws:policy/SecurityAudit',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_job-functions.html',
  over: 'securityAudit',
  needs: ['holders'],
  judge({ name, holders }) {
    const roles = holders?.roles ?? []
    return roles.length > 0
      ? pass(`${name} is held by ${roles.join(', ')}.`)
      : fail(`No role holds ${name}.`)
  },
})
