import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_log_group_not_publicly_accessible',
  title: 'Log group is closed to strangers',
  description:
    'Reads the resource policies of CloudWatch Logs, those of the region and those of each log group, and asks whether one of their statements lets everyone use the group.',
  risk: 'Logs hold addresses, tokens and names of customers; who may write to them can also bury what he did under false events.',
  decision:
    'Fails when a statement about the log group allows any principal and no condition binds it to accounts, an organisation or sources of your own. Passes when no statement about the group does, and when none is about it. A condition whose meaning is not known gives no verdict but a gap in coverage.',
  fix: {
    text: 'Name the services or accounts that deliver to the log group, and bind services to your account with aws:SourceAccount.',
    console: [
      'Resource policies of CloudWatch Logs have no page in the console: list them with the command line.',
      'Where the log group has a policy of its own, its page in CloudWatch shows it.',
      'Write the policy again without the principal "*".',
    ],
    cli: 'aws logs put-resource-policy --policy-name <name> --policy-document file://whole-policy.json',
    terraform: `resource "aws_cloudwatch_log_resource_policy" "dns" {
  policy_name = "dns-queries"
  policy_document = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "route53.amazonaws.com" }
      Action    = ["logs:CreateLogStream", "logs:PutLogEvents"]
      Resource  = "\${aws_cloudwatch_log_group.dns.arn}:*"
      Condition = { StringEquals = { "aws:SourceAccount" = "111122223333" } }
    }]
  })
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/iam-access-control-overview-cwl.html',
  over: 'logGroups',
  needs: ['policy'],
  judge: ({ name, policy }, { account }) => {
    const open = opening(policy, { account })
    return open
      ? fail(`A resource policy lets everyone use the log group ${name} by ${named(open)}.`)
      : pass(`No resource policy lets everyone use the log group ${name}.`)
  },
})
