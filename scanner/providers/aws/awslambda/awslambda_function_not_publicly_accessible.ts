import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_not_publicly_accessible',
  title: 'Function’s own policy does not let everyone in',
  description:
    'Reads the resource policy of each function and asks whether a statement lets everyone call or change it.',
  risk: 'Strangers run the function with its role’s permissions and at your expense, or feed it input that it was never meant to see.',
  decision:
    'Fails when a statement lets any principal in and no condition binds it to accounts, an organisation, a network or a source of one’s own. The open statement that a function URL without authentication needs counts as well. Passes when there is no policy, and when every statement names its principals or is bound. A condition whose meaning is not known gives a gap in coverage. Policies of single versions and aliases are not read.',
  fix: {
    text: 'Name the accounts or services that may call the function, and bind services to a source by aws:SourceArn or aws:SourceAccount.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and Permissions.',
      'Under Resource-based policy statements find the one whose principal is *.',
      'Choose Delete, then Add permissions with a named account, or a service and its source ARN.',
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
      ? fail(`The policy of the function ${name} lets everyone in by ${named(open)}.`)
      : pass(`The function ${name} itself has no policy that lets everyone in.`)
  },
})
