import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'sagemaker_domain_sso_configured',
  title: 'Users of the domain sign in by IAM Identity Center',
  description: 'Reads how the users of each SageMaker domain sign in.',
  risk: 'People who come in as IAM users or roles share sessions, and keep their way in when they leave.',
  decision:
    'Passes when the domain’s mode is SSO, fails when it is IAM. A domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Make the domain anew with IAM Identity Center.',
    console: [
      'Enable IAM Identity Center in the domain’s region.',
      'Open Amazon SageMaker AI, choose Domains, and choose Create domain and Set up for organizations.',
      'Choose AWS Identity Center as the way to sign in, because it cannot be changed later.',
      'Move the users over and delete the old domain.',
    ],
    cli: 'aws sagemaker create-domain --domain-name <name> --auth-mode SSO --vpc-id <vpc> --subnet-ids <subnet> --default-user-settings ExecutionRole=<role>',
    terraform: `resource "aws_sagemaker_domain" "science" {
  domain_name = "science"
  auth_mode   = "SSO"
  vpc_id      = aws_vpc.main.id
  subnet_ids  = [aws_subnet.private.id]

  default_user_settings {
    execution_role = aws_iam_role.science.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/onboard-sso-users.html',
  over: 'domains',
  needs: ['auth_mode'],
  judge: ({ name, status, auth_mode }) => {
    if (isPassing(status)) return []
    return auth_mode === 'SSO'
      ? pass(`Users of the domain ${name} sign in by IAM Identity Center.`)
      : fail(`Users of the domain ${name} sign in by ${auth_mode}.`)
  },
})
