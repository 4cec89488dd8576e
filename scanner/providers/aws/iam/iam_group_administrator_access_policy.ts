import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_group_administrator_access_policy',
  title: 'Group does not hold AdministratorAccess',
  risk: 'Whoever is added to the group, for whatever reason, rules the account from then on.',
  fix: {
    text: 'Detach the policy, give the group what its members work on, and let administrators assume a role.',
    cli: 'aws iam detach-group-policy --group-name <name> --policy-arn arn:aws:iam::aws:policy/AdministratorAccess',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html',
  over: 'groups',
  needs: [],
  judge: (it) =>
    holdsAdministratorAccess(it)
      ? fail(`The group ${it.name} holds AdministratorAccess.`)
      : pass(`The group ${it.name} does not hold AdministratorAccess.`),
})
