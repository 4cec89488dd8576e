import { fail, pass } from '../../../kit/index.ts'
import { escalations, listed } from './escalation.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_allows_privilege_escalation',
  title: 'Own policy opens no way to more rights',
  risk: 'A few harmless-looking rights are together as good as all rights, and only the one who uses them knows.',
  fix: {
    text: 'Remove the actions that the finding names, or limit them to resources and roles that hold no more rights than their user.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, statements }) {
    const found = escalations(statements)
    const what = `The policy ${name}`
    return found.length > 0
      ? fail(`${what} lets its holder gain more rights by ${listed(found)}.`)
      : pass(`${what} opens no known way to more rights.`)
  },
})
