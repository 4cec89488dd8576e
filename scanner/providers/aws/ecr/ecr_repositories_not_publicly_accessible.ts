import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecr_repositories_not_publicly_accessible',
  title: 'ECR repository policy does not allow public access',
  description:
    'Reads the policy of each repository to determine whether a statement allows any principal to pull or push images.',
  risk: 'Anyone with an AWS account can pull your images with all their content, or push an image that you deploy.',
  decision:
    'Fails if a statement allows any principal and no condition restricts it to your own accounts, organization, network or source. Passes if there is no policy, or if every statement names its principals or is restricted. If the meaning of a condition is unknown, the check reports a coverage gap instead of a finding. ECR Public repositories are not evaluated.',
  fix: {
    text: 'Specify the accounts or roles that need access, or restrict all principals to your organization with aws:PrincipalOrgID.',
    console: [
      'Open Amazon ECR, choose Repositories, and choose the repository.',
      'Choose Permissions, and then choose Edit policy JSON.',
      'Replace the principal * with the ARNs of accounts or roles, and choose Save.',
      'The command replaces the policy. Copy all statements from the output of get-repository-policy into the file for --policy-text, and replace the principal * or add the condition.',
    ],
    cli: 'aws ecr set-repository-policy --repository-name <repository> --policy-text file://whole-policy.json',
    terraform: `resource "aws_ecr_repository_policy" "shop" {
  repository = aws_ecr_repository.shop.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = ["ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"]
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonECR/latest/userguide/repository-policies.html',
  over: 'repositories',
  needs: ['policy'],
  judge: ({ name, policy }, { account }) => {
    const open = opening(policy ?? [], { account })
    return open
      ? fail(`The policy of the repository ${name} allows public access with ${named(open)}.`)
      : pass(`The repository ${name} has no policy that allows public access.`)
  },
})
