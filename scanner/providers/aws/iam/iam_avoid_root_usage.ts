import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { ago, reported } from './days.ts'
import { check, type Credentials } from './resources.ts'

/** A use must have been this many days ago: a daily scan of a report up to four hours old then misses none. */
const quietDays = 2

const uses = ({
  password_used_at,
  access_keys,
}: Pick<Credentials, 'password_used_at' | 'access_keys'>) => [
  { how: 'with the password', at: password_used_at },
  ...access_keys.map(({ slot, used_at }) => ({ how: `with access key ${slot}`, at: used_at })),
]

export default check({
  id: 'iam_avoid_root_usage',
  title: 'Root user is not used for daily work',
  description:
    'Reads from the credential report when the root user’s password and access keys were last used.',
  risk: 'Root user credentials are not limited by IAM policies. Their use does not show which person acted.',
  decision:
    'Fails if the password or an access key, active or not, was used less than 2 days ago. With this period, a daily scan of a report that is up to four hours old misses no use. Passes if the last use was earlier, or if the report shows no use.',
  fix: {
    text: 'Use roles or IAM Identity Center for daily work, and use the root user only for tasks that require it.',
    console: [
      'Open CloudTrail in us-east-1, choose Event history, and filter by the user name root to see the actions and their source.',
      'Give the users who did this work a role, or an IAM Identity Center permission set, that covers it.',
      'Use the root user only for tasks that require it. Store its password and its MFA device with different people.',
    ],
    cli: 'aws cloudtrail lookup-events --region us-east-1 --lookup-attributes AttributeKey=Username,AttributeValue=root',
    terraform: `# For member accounts. The policy does not apply to the management account.
resource "aws_organizations_policy" "no_root" {
  name = "no-root"
  type = "SERVICE_CONTROL_POLICY"
  content = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Deny"
      Action    = "*"
      Resource  = "*"
      Condition = { StringLike = { "aws:PrincipalArn" = "arn:aws:iam::*:root" } }
    }]
  })
}

resource "aws_organizations_policy_attachment" "no_root" {
  policy_id = aws_organizations_policy.no_root.id
  target_id = aws_organizations_organizational_unit.workloads.id
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/root-user-tasks.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/root-user-best-practices.html',
  links: [
    'https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_scps.html',
  ],
  over: 'roots',
  needs: ['credentials'],
  judge({ credentials }, { now }) {
    const by = reported(credentials.reported_at, now)
    const known = uses(credentials).flatMap(({ how, at }) =>
      at === null ? [] : [{ how, age: daysSince(at, now) }],
    )
    const [last] = known.sort((a, b) => a.age - b.age)
    if (!last) return pass(`AWS has no record that the root user was used, ${by}.`)
    const sentence = `The root user was last used ${ago(last.age)}, ${last.how}, ${by}.`
    return last.age < quietDays ? fail(sentence) : pass(sentence)
  },
})
