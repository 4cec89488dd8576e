import {
  type Collected,
  type Collecting,
  complete,
  each,
  isIncomplete,
  read,
} from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { ApiGatewayV2, Route } from './resources.ts'

interface DescribedApi {
  apiId?: string
  name?: string
  protocolType?: string
  tags?: Record<string, string>
}

interface DescribedStage {
  stageName?: string
  accessLogSettings?: { destinationArn?: string }
  tags?: Record<string, string>
}

interface DescribedRoute {
  routeKey?: string
  authorizationType?: string
}

async function* apis(aws: Aws) {
  const call = 'apigatewayv2:GetApis'
  for await (const { items } of aws.pages<{ items?: DescribedApi[] }>(call)) {
    if (!items) throw aws.broken(call, 'items')
    for (const it of items)
      yield complete(it, ({ apiId: id, name, protocolType: protocol, tags = {} }) => {
        if (!id || !name || !protocol) throw aws.broken(call, 'the identity of an API')
        return { id, name, protocol, tags }
      })
  }
}

async function* stages(aws: Aws) {
  const call = 'apigatewayv2:GetStages'
  for await (const it of apis(aws)) {
    if (isIncomplete(it)) {
      yield it // its stages are unknown
      continue
    }
    const { id, name: api } = it
    for await (const { items } of aws.pages<{ items?: DescribedStage[] }>(call, { ApiId: id })) {
      if (!items) throw aws.broken(call, 'items')
      for (const stage of items)
        yield complete(stage, ({ stageName, accessLogSettings, tags = {} }) => {
          if (!stageName) throw aws.broken(call, 'stageName')
          const destination = accessLogSettings?.destinationArn || null
          return { id, api, stageName, destination, tags }
        })
    }
  }
}

async function routesOf(aws: Aws, ApiId: string): Promise<readonly Route[]> {
  const call = 'apigatewayv2:GetRoutes'
  const found: Route[] = []
  for await (const { items } of aws.pages<{ items?: DescribedRoute[] }>(call, { ApiId })) {
    if (!items) throw aws.broken(call, 'items')
    for (const { routeKey, authorizationType } of items) {
      if (!routeKey) throw aws.broken(call, 'routeKey')
      // A route without a type is open: NONE is AWS's default.
      found.push({ key: routeKey, authorization: authorizationType ?? 'NONE' })
    }
  }
  return found
}

export const collect = ({
  client: aws,
  region,
  partition,
}: Collecting<Aws>): Collected<ApiGatewayV2> => {
  const uidOf = (path: string): string => `arn:${partition}:apigateway:${region}::/apis/${path}`
  return {
    apis: each(apis(aws), ({ id, name, protocol, tags }) => ({
      uid: uidOf(id),
      name,
      region,
      tags,
      protocol,
      routes: read(() => routesOf(aws, id)),
    })),
    stages: each(stages(aws), ({ id, api, stageName, destination, tags }) => ({
      uid: uidOf(`${id}/stages/${stageName}`),
      name: `${api}/${stageName}`,
      region,
      tags,
      access_logs: destination,
    })),
  }
}
