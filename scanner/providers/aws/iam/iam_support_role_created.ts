import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_support_role_created',
  title: 'A role may work with AWS Support',
  risk: 'Without a role for it, an incident begins with a search for somebody who may open a case, and often ends with the root user.',
  fix: {
    text: 'Make a role that the people on call may assume, and attach AWSSupportAccess to it.',
    cli: 'aws iam attach-role-policy --role-name <name> --policy-arn arn:aws:iam::aws:policy/AWSSupportAccess',
  },
  source: 'https://docs.aws.amazon.com/awssupport/latest/user/accessing-support.html',
  over: 'supportAccess',
  needs: ['holders'],
  judge({ name, holders }) {
    const roles = holders?.roles ?? []
    return roles.length > 0
      ? pass(`${name} is held by ${roles.join(', ')}.`)
      : fail(`No role holds ${name}.`)
  },
})
