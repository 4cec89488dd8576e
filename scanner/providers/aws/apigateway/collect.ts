import {
  type Collected,
  type Collecting,
  complete,
  each,
  isIncomplete,
  read,
} from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { suspects } from '../secrets.ts'
import type { ApiGateway, Method, MethodSettings, Stage } from './resources.ts'

interface DescribedApi {
  id?: string
  name?: string
  endpointConfiguration?: { types?: string[] }
  tags?: Record<string, string>
}

interface DescribedStage {
  stageName?: string
  clientCertificateId?: string
  webAclArn?: string
  tracingEnabled?: boolean
  cacheClusterEnabled?: boolean
  methodSettings?: Record<
    string,
    { loggingLevel?: string; cachingEnabled?: boolean; cacheDataEncrypted?: boolean }
  >
  variables?: Record<string, string>
  tags?: Record<string, string>
}

interface DescribedResource {
  path?: string
  resourceMethods?: Record<string, { authorizationType?: string }>
}

interface DescribedDomain {
  domainName?: string
  securityPolicy?: string
  tags?: Record<string, string>
}

const wholePage = { limit: 500 }

async function* restApis(aws: Aws) {
  const call = 'apigateway:GetRestApis'
  // An account without APIs is answered without the list.
  for await (const { item = [] } of aws.pages<{ item?: DescribedApi[] }>(call, wholePage)) {
    for (const it of item)
      yield complete(it, ({ id, name, endpointConfiguration, tags = {} }) => {
        if (!id || !name || !endpointConfiguration?.types)
          throw aws.broken(call, 'the identity of an API')
        return { id, name, types: endpointConfiguration.types, tags }
      })
  }
}

async function methodsOf(aws: Aws, restApiId: string): Promise<readonly Method[]> {
  const call = 'apigateway:GetResources'
  const found: Method[] = []
  let seen = 0
  for await (const { item = [] } of aws.pages<{ item?: DescribedResource[] }>(call, {
    restApiId,
    embed: 'methods',
    ...wholePage,
  })) {
    seen += item.length
    for (const { path = '/', resourceMethods = {} } of item) {
      for (const [verb, { authorizationType }] of Object.entries(resourceMethods)) {
        if (verb === 'OPTIONS') continue
        if (!authorizationType) throw aws.broken(call, 'authorizationType')
        found.push({ path, verb, authorization: authorizationType })
      }
    }
  }
  if (seen === 0) throw aws.broken(call, 'the root resource') // which no API is without
  return found
}

const settingsOf = (aws: Aws, { methodSettings }: DescribedStage): readonly MethodSettings[] => {
  if (!methodSettings) throw aws.broken('apigateway:GetStages', 'methodSettings')
  return Object.entries(methodSettings).map(([method, it]) => {
    if (it.cachingEnabled === undefined) throw aws.broken('apigateway:GetStages', 'cachingEnabled')
    return {
      method: method.replaceAll('~1', '/'),
      logging: it.loggingLevel ?? 'OFF',
      caching: it.cachingEnabled,
      cache_encrypted: it.cacheDataEncrypted ?? false,
    }
  })
}

async function* stages(aws: Aws, uidOf: (path: string) => string, region: string) {
  const call = 'apigateway:GetStages'
  for await (const found of restApis(aws)) {
    if (isIncomplete(found)) {
      yield found // its stages are unknown
      continue
    }
    const { id: restApiId, name: api } = found
    // An API that was never deployed has no stage.
    const { item = [] } = await aws.call<{ item?: DescribedStage[] }>(call, { restApiId })
    for (const stage of item)
      yield complete(stage, (it): Stage => {
        if (!it.stageName) throw aws.broken(call, 'stageName')
        if (it.cacheClusterEnabled === undefined) throw aws.broken(call, 'cacheClusterEnabled')
        return {
          uid: uidOf(`/restapis/${restApiId}/stages/${it.stageName}`),
          name: `${api}/${it.stageName}`,
          region,
          tags: it.tags ?? {},
          settings: settingsOf(aws, it),
          cache_cluster: it.cacheClusterEnabled,
          client_certificate: it.clientCertificateId || null,
          web_acl: it.webAclArn || null,
          tracing: it.tracingEnabled ?? false,
          suspects: suspects(Object.entries(it.variables ?? {})),
        }
      })
  }
}

async function* domainNames(aws: Aws) {
  const call = 'apigateway:GetDomainNames'
  for await (const { item = [] } of aws.pages<{ item?: DescribedDomain[] }>(call, wholePage)) {
    for (const it of item)
      yield complete(it, ({ domainName: name, securityPolicy: policy, tags = {} }) => {
        if (!name || !policy) throw aws.broken(call, 'domainName and securityPolicy')
        return { name, policy, tags }
      })
  }
}

export const collect = ({
  client: aws,
  region,
  partition,
}: Collecting<Aws>): Collected<ApiGateway> => {
  const uidOf = (path: string): string => `arn:${partition}:apigateway:${region}::${path}`
  return {
    restApis: each(restApis(aws), ({ id, name, types, tags }) => ({
      uid: uidOf(`/restapis/${id}`),
      name,
      region,
      tags,
      api_id: id,
      endpoint_types: types,
      methods: read(() => methodsOf(aws, id)),
    })),
    stages: each(stages(aws, uidOf, region), (it) => it),
    domainNames: each(domainNames(aws), ({ name, policy, tags }) => ({
      uid: uidOf(`/domainnames/${name}`),
      name,
      region,
      tags,
      security_policy: policy,
    })),
  }
}
