import { type Collected, type Collecting, complete, each, read } from '../../../kit/index.ts'
import { policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import { newestScanOf } from './images.ts'
import type { Ecr, Registry } from './resources.ts'

interface Described {
  repositoryArn?: string
  repositoryName?: string
  imageTagMutability?: string
}

async function* repositories(aws: Aws) {
  const call = 'ecr:DescribeRepositories'
  for await (const page of aws.pages<{ repositories?: Described[] }>(call)) {
    if (!page.repositories) throw aws.broken(call, 'repositories')
    for (const it of page.repositories)
      yield complete(
        it,
        ({ repositoryArn: uid, repositoryName: name, imageTagMutability: mutability }) => {
          if (!uid || !name || !mutability)
            throw aws.broken(call, 'the required fields of a repository')
          return { uid, name, tag_mutability: mutability }
        },
      )
  }
}

async function lifecycleRulesOf(aws: Aws, repositoryName: string): Promise<number> {
  const call = 'ecr:GetLifecyclePolicy'
  const { lifecyclePolicyText } = await aws.call<{ lifecyclePolicyText?: string }>(call, {
    repositoryName,
  })
  try {
    const { rules } = JSON.parse(lifecyclePolicyText ?? '') as { rules: unknown[] }
    return rules.length
  } catch {
    throw aws.broken(call, 'a readable policy')
  }
}

async function policyOf(aws: Aws, repositoryName: string) {
  const call = 'ecr:GetRepositoryPolicy'
  const { policyText } = await aws.call<{ policyText?: string }>(call, { repositoryName })
  return policyIn(aws, call, policyText)
}

async function scanFrequencyOf(aws: Aws, name: string): Promise<string> {
  const call = 'ecr:BatchGetRepositoryScanningConfiguration'
  const { scanningConfigurations } = await aws.call<{
    scanningConfigurations?: { repositoryName?: string; scanFrequency?: string }[]
  }>(call, { repositoryNames: [name] })
  const own = scanningConfigurations?.find(({ repositoryName }) => repositoryName === name)
  if (!own?.scanFrequency) throw aws.broken(call, 'scanFrequency')
  return own.scanFrequency
}

interface Scanning {
  scanningConfiguration?: {
    scanType?: string
    rules?: { scanFrequency?: string; repositoryFilters?: { filter?: string }[] }[]
  }
}

/** Every account has a registry in every region; an empty one is not evaluated. */
async function* registries(
  aws: Aws,
  record: Pick<Registry, 'uid' | 'name' | 'region'>,
): AsyncGenerator<Registry> {
  const { done } = await repositories(aws).next()
  if (done) return
  const call = 'ecr:GetRegistryScanningConfiguration'
  const { scanningConfiguration: it } = await aws.call<Scanning>(call)
  if (!it?.scanType) throw aws.broken(call, 'scanningConfiguration')
  yield {
    ...record,
    scan_type: it.scanType,
    // Without rules, images are scanned only on request.
    rules: (it.rules ?? []).map(({ scanFrequency = '', repositoryFilters = [] }) => ({
      frequency: scanFrequency,
      filters: repositoryFilters.map(({ filter = '' }) => filter),
    })),
  }
}

export const collect = ({
  client: aws,
  region,
  account,
  partition,
}: Collecting<Aws>): Collected<Ecr> => ({
  repositories: each(repositories(aws), (it) => ({
    ...it,
    region,
    lifecycle_rules: read(() => lifecycleRulesOf(aws, it.name), {
      none: ['LifecyclePolicyNotFoundException'],
    }),
    policy: read(() => policyOf(aws, it.name), { none: ['RepositoryPolicyNotFoundException'] }),
    scan_frequency: read(() => scanFrequencyOf(aws, it.name)),
    newest_scan: read(() => newestScanOf(aws, it.name)),
  })),
  registries: each(
    registries(aws, {
      uid: `arn:${partition}:ecr:${region}:${account}:registry`,
      name: account,
      region,
    }),
    (it) => it,
  ),
})
