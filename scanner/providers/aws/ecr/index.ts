import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import registryScanImagesOnPushEnabled from './ecr_registry_scan_images_on_push_enabled.ts'
import repositoriesLifecyclePolicyEnabled from './ecr_repositories_lifecycle_policy_enabled.ts'
import repositoriesNotPubliclyAccessible from './ecr_repositories_not_publicly_accessible.ts'
import repositoriesScanImagesOnPushEnabled from './ecr_repositories_scan_images_on_push_enabled.ts'
import repositoriesScanVulnerabilitiesInLatestImage from './ecr_repositories_scan_vulnerabilities_in_latest_image.ts'
import repositoriesTagImmutability from './ecr_repositories_tag_immutability.ts'
import type { Ecr } from './resources.ts'

export default service<Ecr, Aws>({
  name: 'ecr',
  scope: 'regional',
  kinds: {
    repositories: {
      list: ['ecr:DescribeRepositories'],
      fields: {
        lifecycle_rules: ['ecr:GetLifecyclePolicy'],
        policy: ['ecr:GetRepositoryPolicy'],
        scan_frequency: ['ecr:BatchGetRepositoryScanningConfiguration'],
        newest_scan: ['ecr:DescribeImages', 'ecr:DescribeImageScanFindings'],
      },
    },
    registries: {
      list: ['ecr:DescribeRepositories', 'ecr:GetRegistryScanningConfiguration'],
      fields: {},
    },
  },
  collect,
  checks: [
    registryScanImagesOnPushEnabled,
    repositoriesLifecyclePolicyEnabled,
    repositoriesNotPubliclyAccessible,
    repositoriesScanImagesOnPushEnabled,
    repositoriesScanVulnerabilitiesInLatestImage,
    repositoriesTagImmutability,
  ],
})
