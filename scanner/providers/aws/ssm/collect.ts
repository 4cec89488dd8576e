import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Document, PatchState, Ssm } from './resources.ts'

interface Summary {
  ResourceId: string
  Status: string
  OverallSeverity?: string
  /** `ExecutionTime` is in seconds. */
  ExecutionSummary?: { ExecutionTime?: number }
}

async function* documents(aws: Aws) {
  const own = { Filters: [{ Key: 'Owner', Values: ['Self'] }] }
  const pages = aws.pages<{ DocumentIdentifiers?: { Name: string }[] }>('ssm:ListDocuments', own)
  for await (const { DocumentIdentifiers } of pages) {
    if (!DocumentIdentifiers) throw aws.broken('ssm:ListDocuments', 'DocumentIdentifiers')
    yield* DocumentIdentifiers
  }
}

async function* patchStates(aws: Aws) {
  const operation = 'ssm:ListResourceComplianceSummaries'
  const pages = aws.pages<{ ResourceComplianceSummaryItems?: Summary[] }>(operation, {
    Filters: [{ Key: 'ComplianceType', Values: ['Patch'], Type: 'EQUAL' }],
  })
  for await (const { ResourceComplianceSummaryItems: items } of pages) {
    if (!items) throw aws.broken(operation, 'ResourceComplianceSummaryItems')
    yield* items
  }
}

async function sharedWith(aws: Aws, Name: string): Promise<readonly string[]> {
  const operation = 'ssm:DescribeDocumentPermission'
  const found: string[] = []
  const asked = { Name, PermissionType: 'Share' }
  for await (const { AccountIds } of aws.pages<{ AccountIds?: string[] }>(operation, asked)) {
    if (!AccountIds) throw aws.broken(operation, 'AccountIds')
    found.push(...AccountIds)
  }
  return found
}

const day = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : new Date(seconds * 1_000).toISOString().slice(0, 10)

export function collect(context: Collecting<Aws>): Collected<Ssm> {
  const { client: aws, region, account, partition } = context
  return {
    documents: each<{ Name: string }, Document>(documents(aws), ({ Name: name }) => ({
      uid: `arn:${partition}:ssm:${region}:${account}:document/${name}`,
      name,
      region,
      shared_with: read(() => sharedWith(aws, name)),
    })),
    patchStates: each<Summary, PatchState>(patchStates(aws), (it) => ({
      // Every managed machine, in EC2 or not, has an ARN of Systems Manager in addition to its own.
      uid: `arn:${partition}:ssm:${region}:${account}:managed-instance/${it.ResourceId}`,
      name: it.ResourceId,
      region,
      status: it.Status,
      severity: it.OverallSeverity ?? null,
      seen: day(it.ExecutionSummary?.ExecutionTime),
    })),
  }
}
