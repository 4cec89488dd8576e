import { fail, manual, pass } from '../../../kit/index.ts'
import { strangers } from '../policy/index.ts'
import { check } from './resources.ts'

const readOnlyAccess = /^arn:[^:]*:iam::aws:policy\/ReadOnlyAccess$/

export default check({
  id: 'iam_role_cross_account_readonlyaccess_policy',
  title: 'Role with ReadOnlyAccess trusts no other account',
  description:
    'Reads the trust policy of each role that holds the AWS policy ReadOnlyAccess, and asks whether principals outside this account may assume it.',
  risk: 'ReadOnlyAccess reads the contents too: every object, message and table row of the account leaves through the account that is trusted.',
  decision:
    'Fails when the trust policy lets in another account, a whole organization, your own included, or everyone, even if only from some addresses; an external id does not change that. MANUAL when it lets in none of these but somebody whose account it does not tell, such as an OpenID Connect provider. Passes when only this account, its own SAML providers and services of AWS may assume the role, and when the role does not hold ReadOnlyAccess. A condition whose meaning is not known leaves a gap in coverage.',
  fix: {
    text: 'Attach SecurityAudit or ViewOnlyAccess in its place, which see settings and not contents.',
    console: [
      'Open IAM, choose Roles, then the role that the finding names.',
      'On the tab Trust relationships see who may assume it, and remove whom you do not know.',
      'On the tab Permissions choose Add permissions and attach SecurityAudit or ViewOnlyAccess.',
      'Tick ReadOnlyAccess and choose Remove.',
    ],
    cli: 'aws iam detach-role-policy --role-name <name> --policy-arn arn:aws:iam::aws:policy/ReadOnlyAccess',
    terraform: `resource "aws_iam_role_policy_attachments_exclusive" "partner" {
  role_name   = aws_iam_role.partner.name
  policy_arns = ["arn:aws:iam::aws:policy/SecurityAudit"]
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_job-functions.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html'],
  over: 'roles',
  needs: ['trust'],
  judge({ name, attached_policies, trust }, { account }) {
    if (!attached_policies.some(({ uid }) => readOnlyAccess.test(uid))) {
      return pass(`The role ${name} does not hold ReadOnlyAccess.`)
    }
    const what = `The role ${name} holds ReadOnlyAccess and trusts`
    const others = strangers(trust, { account, actions: ['sts:assumerole*'] })
    if (others.are === 'let in') return fail(`${what} ${others.sentence}.`)
    return others.are === 'not told'
      ? manual(`${what} ${others.sentence}; whose that is only you know.`)
      : pass(`${what} no other account.`)
  },
})
