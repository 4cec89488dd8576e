import { fail, pass } from '../../../kit/index.ts'
import { check, scansNewImages } from './resources.ts'

export default check({
  id: 'ecr_registry_scan_images_on_push_enabled',
  title: 'ECR registry scans new images in all repositories',
  description: 'Reads the scanning rules of the registry in each region with repositories.',
  risk: 'If the rules list only specific names, new repositories are not included and their images are never scanned.',
  decision:
    'Passes if a rule scans on push or continuously and its filter is *, so that it applies to every repository. Fails if there is no such rule, even if rules for specific names exist. Regions without repositories give no finding.',
  fix: {
    text: 'Add a rule for all repositories to the scanning configuration of the registry.',
    console: [
      'Open Amazon ECR, choose Private registry, choose Features & Settings, and choose Scanning.',
      'Choose Edit, and choose basic or enhanced scanning.',
      'Select scan on push for all repositories, and choose Save.',
      'The command replaces all rules. Keep the scan type and copy the rules from the output of get-registry-scanning-configuration into the file for --rules, and add SCAN_ON_PUSH with the filter *.',
    ],
    cli: 'aws ecr put-registry-scanning-configuration --scan-type <the type in use> --rules file://rules-with-all-repositories.json',
    terraform: `resource "aws_ecr_registry_scanning_configuration" "all" {
  scan_type = "BASIC"

  rule {
    scan_frequency = "SCAN_ON_PUSH"
    repository_filter {
      filter      = "*"
      filter_type = "WILDCARD"
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonECR/latest/userguide/image-scanning.html',
  links: [
    'https://docs.aws.amazon.com/AmazonECR/latest/userguide/image-scanning-basic-enabling.html',
  ],
  over: 'registries',
  needs: [],
  judge: ({ region, scan_type: type, rules }) =>
    rules.some(({ frequency, filters }) => scansNewImages(frequency) && filters.includes('*'))
      ? pass(`The registry in ${region} scans new images in all repositories (${type}).`)
      : fail(`The registry in ${region} has no rule that scans new images in all repositories.`),
})
