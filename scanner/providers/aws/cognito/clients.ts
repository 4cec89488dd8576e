import type { Aws } from '../client.ts'
import { pools } from './pools.ts'

export interface ListedClient {
  ClientId: string
  ClientName: string
  UserPoolId: string
}

export async function* clients(aws: Aws): AsyncGenerator<ListedClient> {
  const operation = 'cognito-idp:ListUserPoolClients'
  for await (const { Id: UserPoolId } of pools(aws)) {
    const asked = { UserPoolId, MaxResults: 60 }
    for await (const page of aws.pages<{ UserPoolClients?: ListedClient[] }>(operation, asked)) {
      if (!page.UserPoolClients) throw aws.broken(operation, 'UserPoolClients')
      yield* page.UserPoolClients
    }
  }
}

/** Reads only these two settings of a response that also contains the client's secret. */
export async function clientOf(aws: Aws, { UserPoolId, ClientId }: ListedClient) {
  interface Answer {
    UserPoolClient?: {
      ClientId?: string
      PreventUserExistenceErrors?: string
      EnableTokenRevocation?: boolean
    }
  }
  const operation = 'cognito-idp:DescribeUserPoolClient'
  const { UserPoolClient: it } = await aws.call<Answer>(operation, { UserPoolId, ClientId })
  if (!it?.ClientId) throw aws.broken(operation, 'UserPoolClient')
  return {
    // A client without the setting has the legacy behavior, which reveals users.
    hides_users: it.PreventUserExistenceErrors === 'ENABLED',
    revokes_tokens: it.EnableTokenRevocation ?? null,
  }
}
