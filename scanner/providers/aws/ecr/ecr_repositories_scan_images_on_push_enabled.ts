import { fail, pass } from '../../../kit/index.ts'
import { check, scansNewImages } from './resources.ts'

export default check({
  id: 'ecr_repositories_scan_images_on_push_enabled',
  title: 'Repository scans new images',
  description:
    'Asks ECR which scans apply to each repository, by its own setting and by the rules of its registry.',
  risk: 'Images with known holes are deployed because nobody has looked into them.',
  decision:
    'Passes when the frequency that applies is SCAN_ON_PUSH or CONTINUOUS_SCAN, wherever it is set. Fails when it is MANUAL. What scans find is for other checks.',
  fix: {
    text: 'Let the registry scan images of all repositories on push, or continuously.',
    console: [
      'Open Amazon ECR, choose Private registry, then Features & Settings, and Scanning.',
      'Choose Edit, and choose basic or enhanced scanning.',
      'Turn on scan on push, or continuous scanning, for all repositories, then choose Save.',
      'The command replaces every rule: keep the scan type and the rules that get-registry-scanning-configuration shows, and add the repository’s name to the filters of SCAN_ON_PUSH.',
    ],
    cli: 'aws ecr put-registry-scanning-configuration --scan-type <the type in use> --rules file://rules-with-the-repository.json',
    terraform: `resource "aws_ecr_repository" "shop" {
  name = "shop"

  image_scanning_configuration {
    scan_on_push = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonECR/latest/userguide/image-scanning.html',
  over: 'repositories',
  needs: ['scan_frequency'],
  judge: ({ name, scan_frequency: frequency }) =>
    scansNewImages(frequency)
      ? pass(`The repository ${name} has its new images scanned (${frequency}).`)
      : fail(`The repository ${name} has images scanned only when somebody asks for it.`),
})
