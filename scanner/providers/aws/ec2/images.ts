import { type Collecting, each, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity, items, seen, type TagSet, tags } from './answers.ts'
import type { Image } from './resources.ts'

interface GivenImage extends TagSet {
  imageId?: string
  name?: string
  isPublic?: boolean
}

/** The account's own images. */
export function images({ client, partition, region }: Collecting<Aws>): Stream<Image> {
  const operation = 'ec2:DescribeImages'
  return each<GivenImage, Image>(
    items(
      client,
      operation,
      { Owner: ['self'], MaxResults: 1_000 },
      (answer: { imagesSet?: GivenImage[] }) => answer.imagesSet,
    ),
    (it) => {
      const id = identity(client, operation, it.imageId)
      return {
        uid: `arn:${partition}:ec2:${region}::image/${id}`, // ARNs of images and snapshots contain no account
        name: it.name ?? id,
        region,
        tags: tags(it),
        image_id: id,
        public: seen(it.isPublic, operation),
      }
    },
  )
}
