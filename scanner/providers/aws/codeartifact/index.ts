import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import packagesExternalPublicPublishingDisabled from './codeartifact_packages_external_public_publishing_disabled.ts'
import { collect } from './collect.ts'
import type { CodeArtifact } from './resources.ts'

export default service<CodeArtifact, Aws>({
  name: 'codeartifact',
  scope: 'regional',
  kinds: {
    packages: {
      list: ['codeartifact:ListRepositories', 'codeartifact:ListPackages'],
      fields: { origin: ['codeartifact:ListPackageVersions'] },
      cap: 'max_codeartifact_packages',
    },
  },
  collect,
  checks: [packagesExternalPublicPublishingDisabled],
})
