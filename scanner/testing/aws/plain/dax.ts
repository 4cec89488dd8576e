import type { PlainService } from './plain.ts'

export const dax: PlainService = {
  name: 'dax',
  protocol: 'json',
  target: 'AmazonDAXV3',
  operations: { DescribeClusters: { list: 'Clusters' } },
}
