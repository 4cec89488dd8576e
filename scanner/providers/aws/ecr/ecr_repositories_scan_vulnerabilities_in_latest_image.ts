import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

const severities = ['UNDEFINED', 'INFORMATIONAL', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL']
const running: ReadonlySet<string> = new Set(['IN_PROGRESS', 'PENDING'])
const finished: ReadonlySet<string> = new Set(['COMPLETE', 'ACTIVE'])

export default check({
  id: 'ecr_repositories_scan_vulnerabilities_in_latest_image',
  title: 'ECR repository has no severe vulnerabilities in its latest image',
  description:
    'Reads the scan findings of the image that was pushed last to each repository, by severity.',
  risk: 'The next deployment starts an image with publicly known vulnerabilities.',
  decision:
    'Fails if the scan found a vulnerability with the severity `ecr_repository_vulnerability_minimum_severity` or higher (MEDIUM by default), if the image was never scanned, or if its scan failed. Passes if a completed scan found no such vulnerability. MANUAL if ECR cannot scan the image or stores no findings for it. Repositories without images, and images whose scan is in progress, give no finding. Image indexes, signatures and other artifacts are ignored. For a multi-platform image, only the image that was pushed last is evaluated, and the finding names its digest.',
  fix: {
    text: 'Rebuild the image with an updated base image and updated packages, and push it.',
    console: [
      'Open Amazon ECR, choose Repositories, and choose the repository.',
      'Choose the newest image, and review its findings under Scanning and vulnerabilities.',
      'Update the base image and the packages that the findings name, rebuild the image, and push it.',
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
    if (status === 'FAILED') return fail(`${image} has no scan result: its scan failed.`)
    if (!finished.has(status))
      return manual(
        `Check the newest image of ${name}, ${digest}: ECR reports the scan status ${status}.`,
      )
    const least = severities.indexOf(config.ecr_repository_vulnerability_minimum_severity)
    const found = severities
      .slice(Math.max(least, 0))
      .filter((severity) => (counts[severity] ?? 0) > 0)
      .map((severity) => `${counts[severity]} ${severity.toLowerCase()}`)
    return found.length > 0
      ? fail(`${image} has known vulnerabilities: ${found.toReversed().join(', ')}.`)
      : pass(`${image} has no known vulnerability of that severity or higher.`)
  },
})
