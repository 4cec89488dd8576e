import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_role_administratoraccess_policy',
  title: 'Role does not hold AdministratorAccess',
  risk: 'Everything that may assume the role, a build server or a function, can take over the account when it is broken into.',
  fix: {
    text: 'Detach the policy and grant what the role really calls; Access Analyzer writes such a policy from what was used.',
    cli: 'aws iam detach-role-policy --role-name <name> --policy-arn arn:aws:iam::aws:policy/AdministratorAccess',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access-analyzer-policy-generation.html',
  over: 'roles',
  needs: [],
  judge: (it) =>
    holdsAdministratorAccess(it)
      ? fail(`The role ${it.name} holds AdministratorAccess.`)
      : pass(`The role ${it.name} does not hold AdministratorAccess.`),
})
