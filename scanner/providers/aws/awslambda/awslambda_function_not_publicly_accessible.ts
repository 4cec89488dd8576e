import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_not_publicly_accessible',
  title: 'Lambda function policy does not allow public access',
  description:
    'Reads the resource policy of each function for statements that allow any principal to invoke or change it.',
  risk: 'Anonymous users can run the function with the permissions of its role and at your cost, or send it malicious input.',
  decision:
    'Fails if a statement allows any principal, and no condition limits it to your own accounts, organization, networks or sources. The public statement that a function URL without authentication requires also counts. Passes if there is no policy, or if every statement names its principals or is limited. A condition with an unknown meaning gives a gap in coverage. Policies of single versions and aliases are not read.',
  fix: {
    text: 'Name the accounts or services that can invoke the function, and limit services to a source with aws:SourceArn or aws:SourceAccount.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and Permissions.',
      'Under Resource-based policy statements, find the statement with the principal *.',
      'Choose Delete, then Add permissions with a specific account, or a service and its source ARN.',
    ],
    cli: 'aws lambda remove-permission --function-name <function> --statement-id <statement-id>',
    terraform: `resource "aws_lambda_permission" "uploads" {
  statement_id   = "uploads"
  action         = "lambda:InvokeFunction"
  function_name  = aws_lambda_function.resize.function_name
  principal      = "s3.amazonaws.com"
  source_arn     = aws_s3_bucket.uploads.arn
  source_account = data.aws_caller_identity.current.account_id
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/lambda-controls.html'],
  over: 'functions',
  needs: ['policy'],
  judge: ({ name, policy }, { account }) => {
    const open = opening(policy ?? [], { account })
    return open
      ? fail(`The policy of the function ${name} allows public access in ${named(open)}.`)
      : pass(`The function ${name} has no policy that allows public access.`)
  },
})
