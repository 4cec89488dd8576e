import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecr_repositories_lifecycle_policy_enabled',
  title: 'Repository clears away old images',
  description: 'Reads whether each repository has a lifecycle policy with at least one rule.',
  risk: 'Old images pile up with every hole that was found since, and each of them can still be deployed.',
  decision:
    'Passes when there is a lifecycle policy with a rule, and fails when there is none. What the rules expire is not looked at.',
  fix: {
    text: 'Add a lifecycle policy that expires images nobody deploys any more.',
    console: [
      'Open Amazon ECR, choose Repositories, and choose the repository.',
      'Choose Lifecycle policy, then Create rule.',
      'Set a priority, the images it is about and after what they expire, then choose Save.',
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
