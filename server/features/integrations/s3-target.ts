/** A customer's bucket: it gets the files of each full scan. */
import { keyOf, type Kind, putFile, testConnection } from '../../targets/amazon-s3/index.ts'
import { NotDelivered } from '../../targets/target.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { entries, reportedScan } from '../reports/index.ts'
import { kindsAfterScan, type ScanPayload } from './after-scan.ts'
import { type AwsServices, bucketAccess } from './aws-access.ts'
import type { Deliver, Target } from './target.ts'

interface Services extends AwsServices {
  readonly catalog: CheckCatalog
  /** Of the product, as files name their maker. */
  readonly version: string
  /** Findings that are read in one transaction. */
  readonly rows: number
}

const kinds: readonly (readonly [end: string, kind: Kind, contentType: string])[] = [
  ['.ocsf.json', 'json-ocsf', 'application/json'],
  ['.html', 'html', 'text/html; charset=utf-8'],
  ['.csv', 'csv', 'text/csv; charset=utf-8'],
]

/** The object key of a report file: `compliance/<base>_cis_2.0_aws.csv` has a folder of its framework. */
function placeOf(path: string, directory: string) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const [, kind = 'csv', contentType = 'application/octet-stream'] =
    kinds.find(([end]) => path.endsWith(end)) ?? []
  const framework = /^compliance\/prowler-output-.*?-\d{14}_(.+)\.csv$/.exec(path)?.[1]
  const folder: Kind = framework === undefined ? kind : `compliance/${framework}`
  return { key: keyOf(directory, folder, name), contentType }
}

export function s3Target(services: Services): Target {
  const { catalog: checks, version, rows, egress } = services

  const deliver: Deliver = async ({ payload, integration, inTenant, signal }) => {
    const { subject } = payload as unknown as ScanPayload
    const scan = await inTenant((tx) => reportedScan(tx, subject.scan_id))
    if (!scan) throw new NotDelivered('not_found', 'The scan was deleted.')
    const directory = String(integration.configuration['output_directory'])
    const source = { scan, inTenant, checks, version, rows }
    let access = bucketAccess(services, integration)
    let bytes = 0
    let files = 0
    for await (const { path, content } of entries(source)) {
      const file = { ...placeOf(path, directory), content: content() }
      const put = await putFile(access, file, egress, signal)
      access = { ...access, region: put.region } // the next need not find it out again
      bytes += put.bytes
      files += 1
    }
    return { outcome: { bucket: access.bucket, directory, files, bytes } }
  }

  return {
    test: (integration, signal) => {
      const directory = String(integration.configuration['output_directory'])
      return testConnection(bucketAccess(services, integration), directory, egress, signal)
    },
    deliver: { [kindsAfterScan.amazon_s3]: deliver },
  }
}
