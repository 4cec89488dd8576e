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
  { how: 'with its password', at: password_used_at },
  ...access_keys.map(({ slot, used_at }) => ({ how: `with its access key ${slot}`, at: used_at })),
]

export default check({
  id: 'iam_avoid_root_usage',
  title: 'Root user is not used day to day',
  description:
    'Reads from the credential report when the root user’s password and access keys were last used.',
  risk: 'Every sign-in as the root user exposes credentials that no IAM policy limits, and hides which person acted.',
  decision:
    'Fails when the password or an access key, active or not, was used less than 2 days ago; a daily scan of a report that is up to four hours old then misses no use. Passes when the last use is longer ago, and when the report knows of none.',
  fix: {
    text: 'Do daily work with roles or IAM Identity Center, and keep the root user for the few tasks that need it.',
    console: [
      'Open CloudTrail in us-east-1, choose Event history, and filter by the user name root to see what was done and from where.',
      'Give the people behind it a role, or a permission set of IAM Identity Center, that covers this work.',
      'Keep the root user for the few tasks that only it can do, with its password and MFA device in different hands.',
    ],
    cli: 'aws cloudtrail lookup-events --region us-east-1 --lookup-attributes AttributeKey=Username,AttributeValue=root',
    terraform: `# For member accounts: such a policy does not bind the management account.
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
    if (!last) return pass(`The root user was never used, as far as AWS remembers, ${by}.`)
    const sentence = `The root user was last used ${ago(last.age)}, ${last.how}, ${by}.`
    return last.age < quietDays ? fail(sentence) : pass(sentence)
  },
})
