/**
 * Packages: an internal one restricted to internal versions, one that public versions could replace, and an external
 * one.
 */
import { demoId } from '../facts.ts'

const region = 'eu-central-1'

const listed = (name: string, upstream: 'ALLOW' | 'BLOCK') => ({
  format: 'npm',
  package: name,
  originConfiguration: { restrictions: { publish: 'ALLOW', upstream } },
})

const newest = (version: string, originType: string) => ({
  format: 'npm',
  versions: [{ version, status: 'Published', origin: { originType } }],
})

export const demoCodeArtifact = () => ({
  [region]: {
    ListRepositories: {
      repositories: [
        {
          name: 'internal',
          administratorAccount: demoId,
          domainName: 'larkspur',
          domainOwner: demoId,
          arn: `arn:aws:codeartifact:${region}:${demoId}:repository/larkspur/internal`,
        },
      ],
    },
    ListPackages: {
      'larkspur internal': {
        packages: [
          listed('larkspur-cart', 'BLOCK'),
          listed('larkspur-prices', 'ALLOW'),
          listed('lodash', 'ALLOW'),
        ],
      },
    },
    ListPackageVersions: {
      'larkspur internal npm larkspur-prices': newest('2.4.0', 'INTERNAL'),
      'larkspur internal npm lodash': newest('4.17.21', 'EXTERNAL'),
    },
  },
})
