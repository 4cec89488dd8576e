import { type Collected, type Collecting, each } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { AppSync, GraphqlApi } from './resources.ts'

interface Listed {
  arn: string
  name: string
  authenticationType?: string
  additionalAuthenticationProviders?: { authenticationType?: string }[]
  logConfig?: { fieldLogLevel?: string }
}

async function* apis(aws: Aws) {
  const operation = 'appsync:ListGraphqlApis'
  for await (const { graphqlApis } of aws.pages<{ graphqlApis?: Listed[] }>(operation)) {
    if (!graphqlApis) throw aws.broken(operation, 'graphqlApis')
    yield* graphqlApis
  }
}

function ways(it: Listed): readonly string[] | null {
  if (!it.authenticationType) return null
  // An API with one authentication type has no list of others.
  const others = (it.additionalAuthenticationProviders ?? []).map((way) => way.authenticationType)
  return [it.authenticationType, ...others.filter((way) => way !== undefined)]
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<AppSync> => ({
  apis: each<Listed, GraphqlApi>(apis(aws), (it) => ({
    uid: it.arn,
    name: it.name,
    region,
    // Without a configuration nothing is logged.
    log_level: it.logConfig?.fieldLogLevel ?? 'NONE',
    authentication: ways(it),
  })),
})
