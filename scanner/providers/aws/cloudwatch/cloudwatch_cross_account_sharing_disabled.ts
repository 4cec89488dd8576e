import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_cross_account_sharing_disabled',
  title: 'CloudWatch does not share data with other accounts',
  description:
    'Looks for the role CloudWatch-CrossAccountSharingRole, which the console creates when an account shares its metrics, dashboards and logs.',
  risk: 'Users of the other account can read names, metrics and logs of this account, and learn which activity is not detected.',
  decision:
    'Fails if the role exists, regardless of the accounts that it trusts. Mute the finding if your own monitoring account needs the role. Passes if there is no such role. Sharing through Observability Access Manager is not evaluated. There is one verdict per account.',
  fix: {
    text: 'Delete the sharing role, unless your own monitoring account needs it.',
    console: [
      'Open IAM, choose Roles, and find CloudWatch-CrossAccountSharingRole.',
      'Review its trust relationships. If none of your accounts uses it for monitoring, delete the role.',
    ],
    cli: 'aws iam delete-role --role-name CloudWatch-CrossAccountSharingRole',
    terraform: `removed {
  from = aws_iam_role.cloudwatch_sharing

  lifecycle {
    destroy = true
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Cross-Account-Cross-Region.html',
  over: 'accounts',
  needs: ['sharing_role'],
  judge: ({ name, sharing_role: role }) =>
    role
      ? fail(`The account ${name} shares its CloudWatch data through ${role.arn}.`)
      : pass(`The account ${name} has no role that shares its CloudWatch data.`),
})
