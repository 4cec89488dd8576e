import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

const severities = ['UNDEFINED', 'INFORMATIONAL', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL']
const running: ReadonlySet<string> = new Set(['IN_PROGRESS', 'PENDING'])
const finished: ReadonlySet<string> = new Set(['COMPLETE', 'ACTIVE'])

export default check({
  id: 'ecr_repositories_scan_vulnerabilities_in_latest_image',
  title: 'Newest image of a repository has no known serious hole',
  description:
    'Finds the image that was pushed last to each repository and reads what its last scan found, by severity.',
  risk: 'A hole that everyone can read about is in the image that the next deployment will start.',
  decision:
    'Fails when the scan found something of `ecr_repository_vulnerability_minimum_severity` or worse, MEDIUM unless configured, when the image was never scanned, and when its scan failed. Passes when a finished scan found nothing so severe. MANUAL when ECR cannot scan the image or keeps no findings of it. Repositories without images, and images whose scan is still running, give no finding. Lists of images by platform, signatures and other artifacts are left out; of an image that was pushed for several platforms, the one that came last is judged alone, and its digest is named.',
  fix: {
    text: 'Build the image again on a mended base and with mended packages, and push it.',
    console: [
      'Open Amazon ECR, choose Repositories, and choose the repository.',
      'Choose the newest image, and read its findings under Scanning and vulnerabilities.',
      'Update the base image and the packages that the findings name, build the image and push it.',
    ],
    cli: 'aws ecr describe-image-scan-findings --repository-name <repository> --image-id imageDigest=<digest>',
    terraform: `resource "aws_ecr_registry_scanning_configuration" "continuous" {
  scan_type = "ENHANCED"

  rule {
    scan_frequency = "CONTINUOUS_SCAN"
    repository_filter {
      filter      = "*"
      filter_type = "WILDCARD"
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonECR/latest/userguide/image-scanning.html',
  links: [
    'https://docs.aws.amazon.com/AmazonECR/latest/APIReference/API_DescribeImageScanFindings.html',
  ],
  over: 'repositories',
  needs: ['newest_scan'],
  config: { ecr_repository_vulnerability_minimum_severity: 'MEDIUM' },
  judge: ({ name, newest_scan: scan }, { config }) => {
    if (scan === null || running.has(scan.status ?? '')) return []
    const { digest, status, counts } = scan
    const image = `The newest image of the repository ${name}, ${digest},`
    if (status === null) return fail(`${image} was never scanned.`)
    if (status === 'FAILED') return fail(`${image} could not be scanned: its scan failed.`)
    if (!finished.has(status))
      return manual(`Look into the newest image of ${name}, ${digest}: ECR says ${status}.`)
    const least = severities.indexOf(config.ecr_repository_vulnerability_minimum_severity)
    const found = severities
      .slice(Math.max(least, 0))
      .filter((severity) => (counts[severity] ?? 0) > 0)
      .map((severity) => `${counts[severity]} ${severity.toLowerCase()}`)
    return found.length > 0
      ? fail(`${image} has known holes: ${found.toReversed().join(', ')}.`)
      : pass(`${image} has no known hole of that severity.`)
  },
})
