// The most recently pushed image, and its scan results.
import { CallProblem } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { NewestScan } from './resources.ts'

interface Described {
  imageDigest?: string
  /** Seconds since 1970. */
  imagePushedAt?: number
  imageManifestMediaType?: string
  artifactMediaType?: string
}

interface Found {
  imageScanStatus?: { status?: string }
  imageScanFindings?: { findingSeverityCounts?: Record<string, number> }
}

/** Multi-platform image indexes are not scanned, but their images are; signatures and similar artifacts never are. */
const isImage = ({ imageManifestMediaType: list = '', artifactMediaType: kind }: Described) =>
  !/index|manifest\.list/.test(list) &&
  (kind === undefined || /container\.image|oci\.image\.config/.test(kind))

async function newestOf(aws: Aws, repositoryName: string): Promise<string | null> {
  const call = 'ecr:DescribeImages'
  let newest: { digest: string; at: number } | null = null
  for await (const { imageDetails } of aws.pages<{ imageDetails?: Described[] }>(call, {
    repositoryName,
  })) {
    if (!imageDetails) throw aws.broken(call, 'imageDetails')
    for (const it of imageDetails) {
      const { imageDigest: digest, imagePushedAt: at } = it
      if (!digest || at === undefined) throw aws.broken(call, 'imageDigest and imagePushedAt')
      if (isImage(it) && (!newest || at > newest.at)) newest = { digest, at }
    }
  }
  return newest?.digest ?? null
}

export async function newestScanOf(aws: Aws, repositoryName: string): Promise<NewestScan | null> {
  const imageDigest = await newestOf(aws, repositoryName)
  if (imageDigest === null) return null
  const call = 'ecr:DescribeImageScanFindings'
  try {
    const { imageScanStatus, imageScanFindings } = await aws.call<Found>(call, {
      repositoryName,
      imageId: { imageDigest },
      maxResults: 1, // the counts are of all
    })
    const status = imageScanStatus?.status
    if (!status) throw aws.broken(call, 'imageScanStatus')
    const counts = imageScanFindings?.findingSeverityCounts
    if (!counts && (status === 'COMPLETE' || status === 'ACTIVE'))
      throw aws.broken(call, 'findingSeverityCounts')
    return { digest: imageDigest, status, counts: counts ?? {} }
  } catch (thrown) {
    if (thrown instanceof CallProblem && thrown.code === 'ScanNotFoundException')
      return { digest: imageDigest, status: null, counts: {} }
    throw thrown
  }
}
