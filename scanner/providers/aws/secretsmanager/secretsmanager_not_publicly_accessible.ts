import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'secretsmanager_not_publicly_accessible',
  title: 'Secrets Manager secret policy does not allow public access',
  description:
    'Reads the resource policy of each secret for statements that allow everyone to read or change the secret.',
  risk: 'Any principal with an AWS account can read the secret and use the password, key or token in it.',
  decision:
    'Fails if a statement allows any principal and no condition restricts it to accounts, an organization, a network or a source of your own. Passes if the secret has no policy, if every statement names its principals, or if such conditions apply. A condition that the scanner does not know is reported as a coverage gap. Secrets that are scheduled for deletion are not listed.',
  fix: {
    text: 'Name the principals that can read the secret.',
    console: [
      'Open AWS Secrets Manager and choose the secret.',
      'Under Resource permissions, choose Edit permissions.',
      'Replace each Principal "*" with the ARNs of the roles or accounts that need the secret, or delete the statement.',
      'Keep Block public access selected and choose Save.',
      'For the command, save the policy that aws secretsmanager get-resource-policy returns to the file given to --resource-policy, and make the same changes in it.',
    ],
    cli: 'aws secretsmanager put-resource-policy --secret-id <secret> --resource-policy file://whole-policy.json --block-public-policy',
    terraform: `resource "aws_secretsmanager_secret_policy" "orders" {
  secret_arn          = aws_secretsmanager_secret.orders.arn
  block_public_policy = true
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:role/orders" }
      Action    = "secretsmanager:GetSecretValue"
      Resource  = "*"
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/secretsmanager/latest/userguide/best-practices.html',
  links: [
    'https://docs.aws.amazon.com/secretsmanager/latest/userguide/auth-and-access_resource-policies.html',
  ],
  over: 'secrets',
  needs: ['policy'],
  judge: ({ name, policy }, { account }) => {
    const open = opening(policy ?? [], { account })
    return open
      ? fail(`The policy of secret ${name} allows public access by ${named(open)}.`)
      : pass(`Secret ${name} has no policy that allows public access.`)
  },
})
