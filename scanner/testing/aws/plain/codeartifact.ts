import type { PlainService } from './plain.ts'

const paging = { token: 'next-token', next: 'nextToken', size: 'max-results' } as const

export const codeartifact: PlainService = {
  name: 'codeartifact',
  protocol: 'rest-json',
  operations: {
    ListRepositories: { http: 'POST /v1/repositories', list: 'repositories', ...paging },
    ListPackages: {
      http: 'POST /v1/packages',
      by: ['domain', 'repository'],
      none: { packages: [] },
    },
    ListPackageVersions: {
      http: 'POST /v1/package/versions',
      by: ['domain', 'repository', 'format', 'package'],
      none: ['ResourceNotFoundException', 404],
    },
  },
}
