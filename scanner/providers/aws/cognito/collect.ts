import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import { named } from '../answers.ts'
import type { Aws } from '../client.ts'
import { clients, type ListedClient, clientOf } from './clients.ts'
import { detailsOf, type ListedPool, pools, risksOf } from './pools.ts'
import type { Client, Cognito, IdentityPool, Pool } from './resources.ts'

interface ListedIdentityPool {
  IdentityPoolId: string
  IdentityPoolName: string
}

async function* identityPools(aws: Aws) {
  const operation = 'cognito-identity:ListIdentityPools'
  const pages = aws.pages<{ IdentityPools?: ListedIdentityPool[] }>(operation, { MaxResults: 60 })
  for await (const page of pages) {
    if (!page.IdentityPools) throw aws.broken(operation, 'IdentityPools')
    yield* page.IdentityPools
  }
}

async function guestsOf(aws: Aws, IdentityPoolId: string): Promise<boolean> {
  const operation = 'cognito-identity:DescribeIdentityPool'
  const { AllowUnauthenticatedIdentities: guests } = await aws.call<{
    AllowUnauthenticatedIdentities?: boolean
  }>(operation, { IdentityPoolId })
  if (guests === undefined) throw aws.broken(operation, 'AllowUnauthenticatedIdentities')
  return guests
}

export function collect(context: Collecting<Aws>): Collected<Cognito> {
  const { client: aws, region, account, partition } = context
  const arn = `arn:${partition}:cognito-idp:${region}:${account}`
  return {
    pools: each<ListedPool, Pool>(pools(aws), ({ Id, Name: name }) => ({
      uid: named`${arn}:userpool/${Id}`,
      name,
      region,
      details: read(() => detailsOf(aws, Id)),
      risks: read(() => risksOf(aws, Id)),
    })),
    clients: each<ListedClient, Client>(clients(aws), (it) => ({
      uid: named`${arn}:userpool-client/${it.UserPoolId}/${it.ClientId}`,
      name: it.ClientName,
      region,
      details: read(() => clientOf(aws, it)),
    })),
    identityPools: each<ListedIdentityPool, IdentityPool>(identityPools(aws), (it) => ({
      uid: named`arn:${partition}:cognito-identity:${region}:${account}:identitypool/${it.IdentityPoolId}`,
      name: it.IdentityPoolName,
      region,
      guests: read(() => guestsOf(aws, it.IdentityPoolId)),
    })),
  }
}
