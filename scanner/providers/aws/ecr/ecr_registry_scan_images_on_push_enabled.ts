import { fail, pass } from '../../../kit/index.ts'
import { check, scansNewImages } from './resources.ts'

export default check({
  id: 'ecr_registry_scan_images_on_push_enabled',
  title: 'Registry scans new images of every repository',
  description: 'Reads the scanning rules of the registry in each region that has repositories.',
  risk: 'A repository that somebody creates tomorrow falls outside rules by name, and its images are never looked into.',
  decision:
    'Passes when a rule scans on push or continuously and its filter is *, so that it holds for every repository. Fails when there is no such rule, also where rules for some names exist. Regions without repositories give no finding.',
  fix: {
    text: 'Add a rule for all repositories to the scanning settings of the registry.',
    console: [
      'Open Amazon ECR, choose Private registry, then Features & Settings, and Scanning.',
      'Choose Edit, and choose basic or enhanced scanning.',
      'Select scan on push for all repositories, then choose Save.',
      'The command replaces every rule: keep the scan type and the rules that get-registry-scanning-configuration shows, and add SCAN_ON_PUSH for the filter *.',
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
      ? pass(`The registry in ${region} scans new images of every repository (${type}).`)
      : fail(`The registry in ${region} has no rule that scans new images of every repository.`),
})
