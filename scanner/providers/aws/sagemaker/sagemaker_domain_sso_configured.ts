import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'sagemaker_domain_sso_configured',
  title: 'SageMaker domain uses IAM Identity Center',
  description: 'Reads the authentication mode of each SageMaker domain.',
  risk: 'Users who sign in as IAM users or roles share sessions, and keep their access after they leave.',
  decision:
    'Passes if the authentication mode of the domain is SSO. Fails if it is IAM. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a new domain with IAM Identity Center.',
    console: [
      'Enable IAM Identity Center in the domain’s region.',
      'Open Amazon SageMaker AI, choose Domains, and choose Create domain and Set up for organizations.',
      'Choose AWS Identity Center as the authentication method. The setting cannot be changed later.',
      'Move the users to the new domain and delete the old one.',
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
      ? pass(`The domain ${name} uses IAM Identity Center.`)
      : fail(`The domain ${name} uses the authentication mode ${auth_mode}.`)
  },
})
