import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_cross_account_sharing_disabled',
  title: 'Metrics are not shared with other accounts',
  description:
    'Looks for the role CloudWatch-CrossAccountSharingRole, which the console makes when an account lets others see its metrics, dashboards and logs.',
  risk: 'Whoever watches from the other account sees names, load and logs of this one, and learns what would go unnoticed.',
  decision:
    'Fails when the role exists, whomever it trusts: where a monitoring account of your own needs it, mute the finding. Passes when there is no such role. Sharing by the Observability Access Manager is not looked at. There is one verdict for an account.',
  fix: {
    text: 'Delete the role that shares the metrics, unless a monitoring account of yours needs it.',
    console: [
      'Open IAM, choose Roles, and find CloudWatch-CrossAccountSharingRole.',
      'Look at its trust relationships: if an account of yours does not monitor by it, delete the role.',
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
      ? fail(`The account ${name} shares its metrics by ${role.arn}.`)
      : pass(`The account ${name} has no role that shares its metrics.`),
})
