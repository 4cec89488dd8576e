import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_log_group_not_publicly_accessible',
  title: 'CloudWatch log group is not publicly accessible',
  description:
    'Reads the resource policies of CloudWatch Logs, of the region and of each log group, for statements that allow any principal to use the log group.',
  risk: 'Logs contain addresses, tokens and customer names. An attacker with write access can also hide activity in false events.',
  decision:
    'Fails if a statement for the log group allows any principal, and no condition limits it to your own accounts, organization or sources. Passes if no statement for the log group does, or if there is no such statement. A condition with an unknown meaning gives no verdict but a gap in coverage.',
  fix: {
    text: 'Name the services or accounts that deliver to the log group, and limit services to your account with aws:SourceAccount.',
    console: [
      'The console has no page for resource policies of CloudWatch Logs. List them with describe-resource-policies.',
      'If the log group has its own resource policy, its page in CloudWatch shows it.',
      'Put the present policy document into the file for --policy-document, and replace the principal "*" with the required services or accounts.',
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
      ? fail(
          `A resource policy allows any principal to use the log group ${name} in ${named(open)}.`,
        )
      : pass(`No resource policy allows any principal to use the log group ${name}.`)
  },
})
