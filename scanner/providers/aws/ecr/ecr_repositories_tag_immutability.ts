import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecr_repositories_tag_immutability',
  title: 'ECR repository has immutable tags',
  description: 'Reads whether tags in each repository can be moved from one image to another.',
  risk: 'Anyone with permission to push can replace the image of a trusted tag, and the next deployment runs it.',
  decision:
    'Passes if tags are immutable. Fails if they are mutable, or if they are immutable or mutable with exclusions, because some tags can then be moved. The excluded tags are not evaluated.',
  fix: {
    text: 'Make the tags of the repository immutable.',
    console: [
      'Open Amazon ECR, choose Repositories, and choose the repository.',
      'Choose Edit, and choose Immutable under Image tag settings.',
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
      : fail(`The repository ${name} has mutable tags (${mutability}).`),
})
