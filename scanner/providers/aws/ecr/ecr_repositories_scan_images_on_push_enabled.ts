import { fail, pass } from '../../../kit/index.ts'
import { check, scansNewImages } from './resources.ts'

export default check({
  id: 'ecr_repositories_scan_images_on_push_enabled',
  title: 'ECR repository scans new images',
  description:
    'Reads the scan frequency that applies to each repository, from its own setting and the rules of its registry.',
  risk: 'Images with known vulnerabilities can be deployed because they are not scanned.',
  decision:
    'Passes if the effective frequency is SCAN_ON_PUSH or CONTINUOUS_SCAN, regardless of where it is set. Fails if it is MANUAL. Scan results are covered by other checks.',
  fix: {
    text: 'Configure the registry to scan images in all repositories on push or continuously.',
    console: [
      'Open Amazon ECR, choose Private registry, choose Features & Settings, and choose Scanning.',
      'Choose Edit, and choose basic or enhanced scanning.',
      'Turn on scan on push or continuous scanning for all repositories, and choose Save.',
      'The command replaces all rules. Keep the scan type and copy the rules from the output of get-registry-scanning-configuration into the file for --rules, and add the repository name to the filters of SCAN_ON_PUSH.',
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
      ? pass(`The repository ${name} scans new images (${frequency}).`)
      : fail(`The repository ${name} scans images only when a scan is started manually.`),
})
