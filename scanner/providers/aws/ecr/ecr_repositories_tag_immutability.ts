import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecr_repositories_tag_immutability',
  title: 'Repository keeps its tags where they are',
  description: 'Reads whether a tag in each repository can be moved from one image to another.',
  risk: 'Who may push can put another image behind a tag that is already trusted, and the next deployment runs it.',
  decision:
    'Passes when tags are immutable. Fails when they are mutable, and also when they are immutable or mutable with exclusions, because some tags can then be moved; which ones is not looked at.',
  fix: {
    text: 'Make the tags of the repository immutable.',
    console: [
      'Open Amazon ECR, choose Repositories, and choose the repository.',
      'Choose Edit, and under Image tag settings choose Immutable.',
      'Choose Save.',
    ],
    cli: 'aws ecr put-image-tag-mutability --repository-name <repository> --image-tag-mutability IMMUTABLE',
    terraform: `resource "aws_ecr_repository" "shop" {
  name                 = "shop"
  image_tag_mutability = "IMMUTABLE"
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonECR/latest/userguide/image-tag-mutability.html',
  over: 'repositories',
  needs: [],
  judge: ({ name, tag_mutability: mutability }) =>
    mutability === 'IMMUTABLE'
      ? pass(`The repository ${name} has immutable tags.`)
      : fail(`The repository ${name} has tags that can be moved (${mutability}).`),
})
