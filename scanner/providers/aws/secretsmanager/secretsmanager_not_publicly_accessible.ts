import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'secretsmanager_not_publicly_accessible',
  title: 'Secret policy does not let everyone in',
  description:
    'Reads the resource policy of each secret and asks whether a statement lets anybody read or change the secret without being named.',
  risk: 'Anyone with an AWS account can read the secret and use the password, key or token that it holds.',
  decision:
    'Fails when a statement allows any principal and no condition binds it to accounts, an organisation, a network or a source of your own. Passes when the secret has no policy, when every statement names its principals, and when such conditions hold. A condition whose meaning is not known gives no verdict but a gap in coverage. Secrets that are scheduled for deletion are not listed.',
  fix: {
    text: 'Name the principals that may read the secret.',
    console: [
      'Open AWS Secrets Manager and choose the secret.',
      'Under Resource permissions choose Edit permissions.',
      'Put the ARNs of the roles or accounts that need the secret in place of each Principal "*", or delete the statement.',
      'Keep Block public access chosen and choose Save.',
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
      ? fail(`The policy of the secret ${name} lets everyone in by ${named(open)}.`)
      : pass(`The secret ${name} has no policy that lets everyone in.`)
  },
})
