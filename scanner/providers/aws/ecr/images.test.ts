import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { answering } from '../testing/answering.ts'
import { newestScanOf } from './images.ts'

test('of an image for several platforms the one that came last is judged, by its digest', async () => {
  const image = (imageDigest: string, imagePushedAt: number, imageManifestMediaType: string) => ({
    imageDigest,
    imagePushedAt,
    imageManifestMediaType,
  })
  const manifest = 'application/vnd.oci.image.manifest.v1+json'
  const aws = answering({
    'ecr:DescribeImages': {
      imageDetails: [
        image('sha256:amd', 1, manifest),
        image('sha256:arm', 2, manifest),
        image('sha256:list', 3, 'application/vnd.oci.image.index.v1+json'),
      ],
    },
    'ecr:DescribeImageScanFindings': ({ imageId }) => ({
      imageScanStatus: { status: 'COMPLETE' },
      imageScanFindings: {
        findingSeverityCounts: JSON.stringify(imageId).includes('arm') ? { LOW: 1 } : { HIGH: 1 },
      },
    }),
  })
  deepEqual(await newestScanOf(aws, 'shop'), {
    digest: 'sha256:arm',
    status: 'COMPLETE',
    counts: { LOW: 1 },
  })
})
