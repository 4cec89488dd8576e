import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { AccessAnalyzer, Analyzer, Region } from './resources.ts'

interface ListedAnalyzer {
  arn: string
  name: string
  type?: string
  status?: string
}

/** Other types analyze unused or internal access. */
const external = ['ACCOUNT', 'ORGANIZATION']

async function analyzersOf(aws: Aws): Promise<readonly ListedAnalyzer[]> {
  const found: ListedAnalyzer[] = []
  for await (const { analyzers } of aws.pages<{ analyzers?: ListedAnalyzer[] }>(
    'accessanalyzer:ListAnalyzers',
  )) {
    if (!analyzers) throw aws.broken('accessanalyzer:ListAnalyzers', 'analyzers')
    if (analyzers.some(({ type, status }) => !type || !status))
      throw aws.broken('accessanalyzer:ListAnalyzers', 'type and status')
    found.push(...analyzers.filter(({ type = '' }) => external.includes(type)))
  }
  return found
}

async function findingsOf(aws: Aws, analyzerArn: string) {
  // A page may be empty although others follow.
  for await (const { findings, nextToken } of aws.pages<{
    findings?: unknown[]
    nextToken?: string
  }>('accessanalyzer:ListFindings', {
    analyzerArn,
    filter: { status: { eq: ['ACTIVE'] } },
    maxResults: 100,
  })) {
    if (!findings) throw aws.broken('accessanalyzer:ListFindings', 'findings')
    if (findings.length > 0) return { count: findings.length, more: Boolean(nextToken) }
  }
  return { count: 0, more: false }
}

async function* listed(analyzers: () => Promise<readonly ListedAnalyzer[]>) {
  yield* await analyzers()
}

export function collect({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<AccessAnalyzer> {
  const analyzers = once(() => analyzersOf(aws))
  return {
    regions: each<string, Region>([region], (name) => ({
      uid: `arn:${partition}:access-analyzer:${region}:${account}:analyzers`,
      name,
      region,
      analyzers: read(async () =>
        (await analyzers()).map((it) => ({ name: it.name, status: it.status ?? '' })),
      ),
    })),

    analyzers: each<ListedAnalyzer, Analyzer>(listed(analyzers), (analyzer) => ({
      uid: analyzer.arn,
      name: analyzer.name,
      region,
      type: analyzer.type ?? '',
      status: analyzer.status ?? '',
      findings: read(() => findingsOf(aws, analyzer.arn)),
    })),
  }
}
