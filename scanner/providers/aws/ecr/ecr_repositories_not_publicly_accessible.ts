import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecr_repositories_not_publicly_accessible',
  title: 'Repository policy does not let everyone in',
  description:
    'Reads the policy of each repository and asks whether a statement lets everyone pull or push.',
  risk: 'Everyone with an AWS account can pull your images with all that was built into them, or push one that you deploy.',
  decision:
    'Fails when a statement lets any principal in and no condition binds it to accounts, an organisation, a network or a source of one’s own. Passes when there is no policy, and when every statement names its principals or is bound. A condition whose meaning is not known gives a gap in coverage. Public repositories of ECR Public are not looked at.',
  fix: {
    text: 'Name the accounts or roles that may pull, or bind everyone to your organisation with aws:PrincipalOrgID.',
    console: [
      'Open Amazon ECR, choose Repositories, and choose the repository.',
      'Choose Permissions, then Edit policy JSON.',
      'Put the ARNs of accounts or roles in place of the principal *, then choose Save.',
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
      ? fail(`The policy of the repository ${name} lets everyone in by ${named(open)}.`)
      : pass(`The repository ${name} has no policy that lets everyone in.`)
  },
})
