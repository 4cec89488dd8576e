import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecr_repositories_lifecycle_policy_enabled',
  title: 'ECR repository has a lifecycle policy',
  description: 'Reads whether each repository has a lifecycle policy with at least one rule.',
  risk: 'Old images with known vulnerabilities accumulate and can still be deployed.',
  decision:
    'Passes if there is a lifecycle policy with a rule, and fails if there is none. The images that the rules expire are not evaluated.',
  fix: {
    text: 'Add a lifecycle policy that expires unused images.',
    console: [
      'Open Amazon ECR, choose Repositories, and choose the repository.',
      'Choose Lifecycle policy, and then choose Create rule.',
      'Set a priority, the images that the rule applies to and the expiration criteria, and choose Save.',
    ],
    cli: 'aws ecr put-lifecycle-policy --repository-name <repository> --lifecycle-policy-text \'{"rules":[{"rulePriority":1,"selection":{"tagStatus":"untagged","countType":"sinceImagePushed","countUnit":"days","countNumber":14},"action":{"type":"expire"}}]}\'',
    terraform: `resource "aws_ecr_lifecycle_policy" "shop" {
  repository = aws_ecr_repository.shop.name
  policy = jsonencode({
    rules = [{
      rulePriority = 1
      selection = {
        tagStatus   = "untagged"
        countType   = "sinceImagePushed"
        countUnit   = "days"
        countNumber = 14
      }
      action = { type = "expire" }
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonECR/latest/userguide/LifecyclePolicies.html',
  over: 'repositories',
  needs: ['lifecycle_rules'],
  judge: ({ name, lifecycle_rules: rules }) =>
    rules
      ? pass(
          `The repository ${name} has a lifecycle policy with ${rules === 1 ? 'one rule' : `${rules} rules`}.`,
        )
      : fail(`The repository ${name} has no lifecycle policy.`),
})
