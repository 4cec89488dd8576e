import type { PlainService } from './plain.ts'

export const ecr: PlainService = {
  name: 'ecr',
  protocol: 'json',
  target: 'AmazonEC2ContainerRegistry_V20150921',
  operations: {
    DescribeRepositories: { list: 'repositories', token: 'nextToken', size: 'maxResults' },
    GetLifecyclePolicy: {
      by: 'repositoryName',
      none: ['LifecyclePolicyNotFoundException', 400],
    },
    GetRepositoryPolicy: {
      by: 'repositoryName',
      none: ['RepositoryPolicyNotFoundException', 400],
    },
    BatchGetRepositoryScanningConfiguration: {
      by: 'repositoryNames',
      none: { scanningConfigurations: [], failures: [] },
    },
    DescribeImages: { by: 'repositoryName', none: { imageDetails: [] } },
    DescribeImageScanFindings: {
      by: ['repositoryName', 'imageId.imageDigest'],
      none: ['ScanNotFoundException', 400],
    },
    GetRegistryScanningConfiguration: {
      none: { scanningConfiguration: { scanType: 'BASIC', rules: [] } },
    },
  },
}
