import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_attached_only_to_group_or_roles',
  title: 'User gets rights through groups only',
  risk: 'Rights given one by one are forgotten one by one: nobody sees in one place who may do what, and people keep what they no longer need.',
  fix: {
    text: 'Put the user into a group that holds the rights, then detach and delete the user’s own policies.',
    cli: 'aws iam detach-user-policy --user-name <name> --policy-arn <arn>',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_managed-vs-inline.html',
  over: 'users',
  needs: [],
  judge({ name, attached_policies, inline_policies }) {
    const own = [
      ...attached_policies.map((policy) => `${policy.name} (attached)`),
      ...inline_policies.map((policy) => `${policy} (inline)`),
    ]
    return own.length === 0
      ? pass(`${name} has no policy of its own.`)
      : fail(`${name} has its own ${own.length === 1 ? 'policy' : 'policies'} ${own.join(', ')}.`)
  },
})
