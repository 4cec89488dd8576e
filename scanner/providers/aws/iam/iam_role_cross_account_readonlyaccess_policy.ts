import { fail, manual, pass } from '../../../kit/index.ts'
import { strangers } from '../policy/index.ts'
import { check } from './resources.ts'

const readOnlyAccess = /^arn:[^:]*:iam::aws:policy\/ReadOnlyAccess$/

export default check({
  id: 'iam_role_cross_account_readonlyaccess_policy',
  title: 'IAM role with ReadOnlyAccess does not trust other accounts',
  description:
    'Reads the trust policy of each role with the AWS managed policy ReadOnlyAccess, and whether principals outside this account can assume the role.',
  risk: 'ReadOnlyAccess includes the contents of resources. A trusted account can read every object, message and table row of this account.',
  decision:
    'Fails if the trust policy allows another account, an entire organization, including your own, or everyone, even if only from some IP addresses. An external ID does not change the result. MANUAL if it allows none of these, but allows a principal whose account cannot be determined, such as an OpenID Connect provider. Passes if only this account, its own SAML providers and AWS services can assume the role, or if ReadOnlyAccess is not attached. A condition that the scanner does not know is reported as a coverage gap.',
  fix: {
    text: 'Attach SecurityAudit or ViewOnlyAccess instead, which can read settings but not contents.',
    console: [
      'Open IAM, choose Roles, then the role in the finding.',
      'On the Trust relationships tab, see the trusted entities, and remove unknown ones.',
      'On the Permissions tab, choose Add permissions and attach SecurityAudit or ViewOnlyAccess.',
      'Select ReadOnlyAccess and choose Remove.',
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
      return pass(`Role ${name} does not have ReadOnlyAccess attached.`)
    }
    const what = `Role ${name} has ReadOnlyAccess attached and trusts`
    const others = strangers(trust, { account, actions: ['sts:assumerole*'] })
    if (others.are === 'let in') return fail(`${what} ${others.sentence}.`)
    return others.are === 'not told'
      ? manual(`${what} ${others.sentence}. Verify which account this belongs to.`)
      : pass(`${what} no other account.`)
  },
})
