/** Images: the shop's repository in a registry that scans, and an old one with public access. */
import { type Ago, demoId } from '../facts.ts'

const repository = (region: string, repositoryName: string, imageTagMutability: string) => ({
  repositoryArn: `arn:aws:ecr:${region}:${demoId}:repository/${repositoryName}`,
  registryId: demoId,
  repositoryName,
  repositoryUri: `${demoId}.dkr.ecr.${region}.amazonaws.com/${repositoryName}`,
  imageTagMutability,
})

const scanning = (repositoryName: string, scanOnPush: boolean, scanFrequency: string) => ({
  [repositoryName]: {
    scanningConfigurations: [{ repositoryName, scanOnPush, scanFrequency }],
    failures: [],
  },
})

const digest = (digit: string) => `sha256:${digit.repeat(64)}`

const image = (repositoryName: string, digit: string, imagePushedAt: Date) => ({
  repositoryName,
  imageDigest: digest(digit),
  imagePushedAt,
  imageManifestMediaType: 'application/vnd.docker.distribution.manifest.v2+json',
})

const findings = (
  repositoryName: string,
  digit: string,
  findingSeverityCounts: Record<string, number>,
) => ({
  [`${repositoryName} ${digest(digit)}`]: {
    repositoryName,
    imageScanStatus: { status: 'COMPLETE' },
    imageScanFindings: { findingSeverityCounts },
  },
})

const registry = (scanType: string, rules: { scanFrequency: string; filter: string }[]) => ({
  registryId: demoId,
  scanningConfiguration: {
    scanType,
    rules: rules.map(({ scanFrequency, filter }) => ({
      scanFrequency,
      repositoryFilters: [{ filter, filterType: 'WILDCARD' }],
    })),
  },
})

export const demoEcr = (ago: Ago) => ({
  'eu-central-1': {
    DescribeRepositories: { repositories: [repository('eu-central-1', 'shop', 'IMMUTABLE')] },
    GetLifecyclePolicy: {
      shop: {
        repositoryName: 'shop',
        lifecyclePolicyText: JSON.stringify({ rules: [{ rulePriority: 1 }] }),
      },
    },
    DescribeImages: {
      shop: { imageDetails: [image('shop', '1', ago(40)), image('shop', '2', ago(3))] },
    },
    DescribeImageScanFindings: {
      ...findings('shop', '1', { HIGH: 2 }),
      ...findings('shop', '2', { LOW: 4 }),
    },
    BatchGetRepositoryScanningConfiguration: scanning('shop', true, 'CONTINUOUS_SCAN'),
    GetRegistryScanningConfiguration: registry('ENHANCED', [
      { scanFrequency: 'CONTINUOUS_SCAN', filter: '*' },
    ]),
  },
  'eu-west-1': {
    DescribeRepositories: { repositories: [repository('eu-west-1', 'base-images', 'MUTABLE')] },
    GetRepositoryPolicy: {
      'base-images': {
        repositoryName: 'base-images',
        policyText: JSON.stringify({
          Version: '2008-10-17',
          Statement: [
            { Sid: 'pull', Effect: 'Allow', Principal: '*', Action: 'ecr:BatchGetImage' },
          ],
        }),
      },
    },
    DescribeImages: {
      'base-images': { imageDetails: [image('base-images', '3', ago(900))] },
    },
    DescribeImageScanFindings: findings('base-images', '3', { CRITICAL: 3, HIGH: 21 }),
    BatchGetRepositoryScanningConfiguration: scanning('base-images', false, 'MANUAL'),
  },
})
